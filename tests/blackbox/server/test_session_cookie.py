"""POST /session: a cookie that backs up a browser's token, and that no other site can set, read or use."""
import http.client
import json

import pytest
from gaslight_server import *
from raw_http import tls_server


def post(server, body, context=None, origin=None, **headers):
    """Returns (status, body, [Set-Cookie, ...])."""
    scheme = "http" if context is None else "https"
    connection = (http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE) if context is None else
                  http.client.HTTPSConnection("127.0.0.1", server.port, timeout=PATIENCE, context=context))
    own = f"{scheme}://127.0.0.1:{server.port}"
    all_headers = {"Origin": own if origin is None else origin, **{name.replace("_", "-"): value for name, value in headers.items()}}
    connection.request("POST", "/session", body=body, headers={name: value for name, value in all_headers.items() if value})
    answer = connection.getresponse()
    text = answer.read().decode()
    connection.close()
    return answer.status, text, answer.headers.get_all("Set-Cookie") or []


def name_of(cookie):
    return cookie.split(";")[0].split("=")[0]


async def test_a_page_that_lost_its_storage_gets_its_token_back():
    with Server() as server:
        ann = await Client.connect(server, name="Ann")
        status, body, cookies = post(server, ann.token)
        equal((status, body), (200, "{}"))
        kept, mark = cookies
        equal(kept.split("; "), [f"gaslight{server.port}={ann.token}", "Path=/session", "Max-Age=34560000", "HttpOnly",
                                 "SameSite=Strict"])
        assert ann.token not in mark and mark.startswith(f"gaslight-kept{server.port}=1;"), mark
        status, body, cookies = post(server, "recover", Cookie=kept.split(";")[0] + "; other=1")
        equal((status, json.loads(body), cookies), (200, {"token": ann.token}, []))
        again = await Client.connect(server, token=json.loads(body)["token"])
        equal(again.player, ann.player)
        status, body, cookies = post(server, "forget", Cookie=kept.split(";")[0])
        equal((status, body, [name_of(one) for one in cookies]), (200, "{}", [name_of(kept), name_of(mark)]))
        assert all("Max-Age=0" in one for one in cookies), cookies
        await leave_all([ann, again])
        server.stop()
        assert not any(ann.token in line for line in server.log + server.said), "the token is in the log"


async def test_under_tls_the_cookie_is_secure_and_of_this_host_only():
    with tls_server() as (server, context):
        token = "A" * 43
        _, _, cookies = post(server, token, context)
        kept = cookies[0].split("; ")
        equal(kept, [f"__Host-gaslight{server.port}={token}", "Path=/", "Max-Age=34560000", "HttpOnly", "SameSite=Strict",
                     "Secure"])
        assert cookies[1].endswith("; Secure"), cookies
        equal(json.loads(post(server, "recover", context, Cookie=kept[0])[1]), {"token": token})
        equal(json.loads(post(server, "recover", context, Cookie=f"gaslight{server.port}={token}")[1]), {},
              "one that could have come over http")
        equal(post(server, "recover", context, origin=f"http://127.0.0.1:{server.port}", Cookie=kept[0])[0], 403)


async def test_behind_a_proxy_with_tls_the_cookie_is_secure():
    with Server() as server:
        _, _, cookies = post(server, "A" * 43, origin=f"https://127.0.0.1:{server.port}", X_Forwarded_Proto="https")
        assert all(one.endswith("; Secure") for one in cookies), cookies


@pytest.mark.parametrize("headers", [
    {"origin": "https://evil.example"}, {"origin": "null"}, {"origin": "http://127.0.0.1"}, {"origin": ""},
    {"origin": "http://friend.example"}, {"Sec_Fetch_Site": "cross-site"}, {"Sec_Fetch_Site": "same-site"},
    {"Sec_Fetch_Site": "none"}, {"Host": "evil.example", "origin": "http://evil.example"}])
async def test_no_other_site_can_use_the_cookie(headers):
    with Server(allow_origin="http://friend.example") as server:
        token = "A" * 43
        for body in (token, "recover", "forget"):
            status, text, cookies = post(server, body, Cookie=f"gaslight{server.port}={token}", **headers)
            assert status in (403, 421), (status, headers)
            assert token not in text and cookies == [], (text, cookies)


async def test_bad_requests_are_refused_and_set_nothing():
    with Server() as server:
        for body, expected in (("x", 400), ("A" * 44, 400), ("A" * 42 + ";", 400), ("A" * 65, 413), ("", 411),
                               ("A" * 42 + "\n", 400)):
            status, _, cookies = post(server, body)
            equal((status, cookies), (expected, []), body)
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
        connection.request("GET", "/session", headers={"Cookie": f"gaslight{server.port}={'A' * 43}"})
        answer = connection.getresponse()
        assert answer.status == 404 and "A" * 43 not in answer.read().decode()
        connection.close()


async def test_requests_from_an_address_are_limited():
    """The limit grows by one request per second, so a slow machine may send a few more."""
    with Server(address_requests_per_second=1, address_requests_burst=5) as server:
        token = "A" * 43
        started_at = time.monotonic()
        answers = []
        while len(answers) < 100 and (not answers or answers[-1][0] != 429):
            answers.append(post(server, "recover", Cookie=f"gaslight{server.port}={token}"))
        gained = time.monotonic() - started_at + 1
        accepted = [answer for answer in answers if answer[0] == 200]
        assert 5 <= len(accepted) <= 5 + gained, answers
        status, text, cookies = answers[-1]
        assert "Too many" in text and token not in text and cookies == [], answers[-1]
        assert {answer[0] for answer in answers} == {200, 429}, answers


async def test_a_cookie_alone_is_no_login():
    """The WebSocket ignores cookies: a page of another site that could connect would still need the token."""
    with Server() as server:
        ann = await Client.connect(server, name="Ann")
        async with websockets.connect(f"ws://127.0.0.1:{server.port}/ws", subprotocols=["gaslight.v1"],
                                      extra_headers={"Cookie": f"gaslight{server.port}={ann.token}"},
                                      ping_interval=None, open_timeout=PATIENCE, close_timeout=PATIENCE) as other:
            await other.send(json.dumps({"id": 1, "do": "mine"}))
            equal(json.loads(await asyncio.wait_for(other.recv(), PATIENCE))["error"]["code"], "hello_first")
        await ann.close()
