"""The command `notify` of the terminal client: e-mail, webhook, events and quiet hours."""
import re

from gaslight_server import Server, equal, wait_for
from line_client import LineClient
from receivers import Mailbox, Receiver


def options(mailbox):
    return {"public_url": "https://gaslight.example", "notify_private": True, "smtp_url": mailbox.url(),
            "smtp_plain": True, "mail_from": "games@gaslight.example", "codes_per_minute": 100000}


def ask(client, line):
    good, answer, _ = client.ask(line)
    assert good, answer
    return answer


def refused(client, line, part):
    good, answer, _ = client.ask(line)
    assert not good and part in answer, answer


def test_a_player_chooses_how_to_be_notified():
    with Mailbox() as mailbox, Receiver() as hook, Server(**options(mailbox)) as server, \
            LineClient([f"localhost:{server.port}", "--name", "Ann"]) as ann:
        assert "You get no notifications." in ask(ann, "notify")
        long = hook.url("/hook/" + "x" * 200)
        answer = ask(ann, f"notify webhook {long} discord")
        assert f"1: 127.0.0.1:{hook.server.server_port} (discord); events: turn invite over chat clock" in answer, answer
        wait_for(lambda: hook.got, "the first message")
        equal(hook.got[0].path, "/hook/" + "x" * 200)
        assert ": ann@example.org (type notify code" in ask(ann, "notify mail ann@example.org")
        wait_for(lambda: mailbox.got, "the code")
        refused(ann, "notify code AAAA-AAAA", "That code is wrong")
        code = mailbox.got[0][1].get_content().split("code is ")[1].split(".")[0]
        answer = ask(ann, f"notify code {code}")
        assert "(type notify code" not in answer, answer
        assert ask(ann, "notify events turn clock").endswith("events: turn clock")
        assert "; quiet: 22:30-08:00" in ask(ann, "notify quiet 22:30-08:00")
        assert ask(ann, "notify quiet off").endswith("events: turn clock")
        hook_number = re.search(r"(\d): 127", answer)[1]
        assert "1: ann@example.org;" in ask(ann, f"notify remove {hook_number}")
        refused(ann, "notify remove 7", "There is no such number")
        refused(ann, "notify code ABCD-EFGH", "No e-mail address is waiting for a code.")
        for wrong in ("25:00-08:00", "23:00-", "23-", "23:-08:00", "-08:00", "23:00-8:0", "23:00"):
            refused(ann, f"notify quiet {wrong}", "Type notify mail ADDRESS")
        refused(ann, "notify pigeon", "Type notify mail ADDRESS")
        refused(ann, "notify mail ann", "Notifications can't be sent to that address.")


def quiet_in(zone):
    """Returns what the command says about quiet hours, for a machine in this time zone."""
    with Mailbox() as mailbox, Receiver() as hook, Server(**options(mailbox)) as server, \
            LineClient([f"localhost:{server.port}", "--name", "Ann"], TZ=zone) as ann:
        ask(ann, f"notify webhook {hook.url()}")
        return ask(ann, "notify quiet 22:30-08:00").split("; quiet: ")[1]


def test_quiet_hours_are_in_the_time_zone_of_the_machine():
    equal(quiet_in("Asia/Kathmandu"), "22:30-08:00 (Asia/Kathmandu)")
    equal(quiet_in("UTC"), "22:30-08:00 (UTC)")


def test_without_notifications_the_command_says_so():
    with Server() as server, LineClient([f"localhost:{server.port}", "--name", "Ann", "--language", "it"]) as ann:
        refused(ann, "notify", "Questo server non invia notifiche.")
