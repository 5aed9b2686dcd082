/* test_push_crypto.c: the examples of RFC 8291 and RFC 8292, and what must be refused. */
#include "server/notify/push_crypto.h"
#include "tests/support/c/run_suite.h"

#include <check.h>
#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/ecdsa.h>
#include <openssl/evp.h>
#include <openssl/param_build.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "server/base/address.h"
#include "server/base/identity.h"

/* RFC 8291, section 5 and appendix A. */
#define PLAIN "When I grow up, I want to be a watermelon"
#define SENDER_PRIVATE "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
#define SENDER_PUBLIC \
    "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8"
#define RECEIVER_PUBLIC \
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
#define AUTH "BTBZMqHH6r4Tts7J_aSIgg"
#define SALT "DGv6ra1nlYgDCS1FRnbzlw"
#define BODY \
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEq" \
    "KK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"

/* RFC 8292, section 2.4. */
#define VAPID_CLAIMS \
    "eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9." \
    "eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3NjgsInN1YiI6Im1haWx0bzpwdXNoQGV4YW1wbG" \
    "Uu" \
    "Y29tIn0"
#define VAPID_SIGNATURE \
    "i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHzvoD1oA"
#define VAPID_PUBLIC "BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs"

static void set_up(void)
{
    ck_assert(identity_init());
}

static void decode(const char *text, uint8_t *bytes, size_t length)
{
    size_t written = 0;
    ck_assert_int_eq(sodium_base642bin(bytes, length, text, strlen(text), NULL, &written, NULL,
                                       sodium_base64_VARIANT_URLSAFE_NO_PADDING),
                     0);
    ck_assert_uint_eq(written, length);
}

/* Checks a signature with OpenSSL, and none of our own code. */
static bool verifies(const uint8_t public_key[PUSH_PUBLIC_BYTES], const char *signed_text,
                     const char *signature)
{
    uint8_t flat[64];
    uint8_t der[128];
    uint8_t *end = der;
    decode(signature, flat, sizeof flat);
    ECDSA_SIG *parts = ECDSA_SIG_new();
    ECDSA_SIG_set0(parts, BN_bin2bn(flat, 32, NULL), BN_bin2bn(flat + 32, 32, NULL));
    int length = i2d_ECDSA_SIG(parts, &end);
    OSSL_PARAM parameters[] = {
        OSSL_PARAM_construct_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME, (char *)"prime256v1", 0),
        OSSL_PARAM_construct_octet_string(OSSL_PKEY_PARAM_PUB_KEY, (void *)public_key, PUSH_PUBLIC_BYTES),
        OSSL_PARAM_construct_end()};
    EVP_PKEY *key = NULL;
    EVP_PKEY_CTX *import = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
    ck_assert_int_eq(EVP_PKEY_fromdata_init(import), 1);
    ck_assert_int_eq(EVP_PKEY_fromdata(import, &key, EVP_PKEY_PUBLIC_KEY, parameters), 1);
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    ck_assert_int_eq(EVP_DigestVerifyInit(context, NULL, EVP_sha256(), NULL, key), 1);
    bool good = EVP_DigestVerify(context, der, (size_t)length, (const uint8_t *)signed_text,
                                 strlen(signed_text)) == 1;
    EVP_MD_CTX_free(context);
    EVP_PKEY_CTX_free(import);
    EVP_PKEY_free(key);
    ECDSA_SIG_free(parts);
    return good;
}

START_TEST(the_example_of_rfc_8291_is_encrypted_as_it_says)
{
    struct push_receiver receiver;
    struct push_keys keys;
    uint8_t salt[PUSH_SALT_BYTES], body[PUSH_BODY_MAX], expected[144];
    ck_assert(push_receiver_read(&receiver, RECEIVER_PUBLIC, AUTH));
    ck_assert(push_keys_read(&keys, SENDER_PRIVATE " " SENDER_PUBLIC));
    decode(SALT, salt, sizeof salt);
    decode(BODY, expected, sizeof expected);
    size_t length = push_encrypt_with(&receiver, &keys, salt, PLAIN, strlen(PLAIN), strlen(PLAIN), body);
    ck_assert_uint_eq(length, sizeof expected);
    ck_assert_mem_eq(body, expected, length);
}
END_TEST

START_TEST(the_length_of_a_body_depends_on_its_padding_only)
{
    struct push_receiver receiver;
    uint8_t body[PUSH_BODY_MAX];
    ck_assert(push_receiver_read(&receiver, RECEIVER_PUBLIC, AUTH));
    ck_assert_uint_eq(push_encrypt(&receiver, "a", 1, 512, body), PUSH_HEADER_BYTES + 512 + 1 + 16);
    ck_assert_uint_eq(push_encrypt(&receiver, PLAIN, strlen(PLAIN), 512, body),
                      PUSH_HEADER_BYTES + 512 + 1 + 16);
    ck_assert_uint_eq(push_encrypt(&receiver, PLAIN, strlen(PLAIN), PUSH_PLAIN_MAX, body), PUSH_BODY_MAX);
    ck_assert_uint_eq(push_encrypt(&receiver, PLAIN, strlen(PLAIN), 3, body), 0);
    ck_assert_uint_eq(push_encrypt(&receiver, PLAIN, strlen(PLAIN), PUSH_PLAIN_MAX + 1, body), 0);
}
END_TEST

START_TEST(every_message_has_new_keys_and_salt)
{
    struct push_receiver receiver;
    uint8_t one[PUSH_BODY_MAX], other[PUSH_BODY_MAX];
    ck_assert(push_receiver_read(&receiver, RECEIVER_PUBLIC, AUTH));
    ck_assert_uint_ne(push_encrypt(&receiver, "a", 1, 1, one), 0);
    ck_assert_uint_ne(push_encrypt(&receiver, "a", 1, 1, other), 0);
    ck_assert_mem_ne(one, other, PUSH_SALT_BYTES);
    ck_assert_mem_ne(one + PUSH_SALT_BYTES + 5, other + PUSH_SALT_BYTES + 5, PUSH_PUBLIC_BYTES);
}
END_TEST

START_TEST(the_example_of_rfc_8292_has_these_claims_and_its_signature_is_checked)
{
    struct push_keys keys;
    uint8_t public_key[PUSH_PUBLIC_BYTES];
    char token[PUSH_TOKEN_MAX];
    decode(VAPID_PUBLIC, public_key, sizeof public_key);
    ck_assert(verifies(public_key, VAPID_CLAIMS, VAPID_SIGNATURE));
    ck_assert(push_keys_new(&keys));
    ck_assert(push_token(&keys, "https://push.example.net", "mailto:push@example.com", 1453523768, token));
    char *dot = strrchr(token, '.');
    *dot = '\0';
    ck_assert_str_eq(token, VAPID_CLAIMS);
    ck_assert(verifies(keys.public_key, token, dot + 1));
    token[5] = token[5] == 'A' ? 'B' : 'A';
    ck_assert(!verifies(keys.public_key, token, dot + 1));
}
END_TEST

START_TEST(a_token_that_is_too_long_is_refused)
{
    struct push_keys keys;
    char subject[PUSH_CLAIMS_MAX], token[PUSH_TOKEN_MAX];
    memset(subject, 'a', sizeof subject - 1);
    subject[sizeof subject - 1] = '\0';
    ck_assert(push_keys_new(&keys));
    ck_assert(!push_token(&keys, "https://push.example.net", subject, 1, token));
}
END_TEST

START_TEST(the_longest_public_url_and_host_fit_into_a_token)
{
    struct push_keys keys;
    char subject[501], origin[8 + ADDRESS_HOST_MAX], token[PUSH_TOKEN_MAX];
    memset(subject, 'a', sizeof subject - 1);
    subject[sizeof subject - 1] = '\0';
    memset(origin, 'b', sizeof origin - 1);
    origin[sizeof origin - 1] = '\0';
    ck_assert(push_keys_new(&keys));
    ck_assert(push_token(&keys, origin, subject, INT64_MAX, token));
    char *dot = strrchr(token, '.');
    *dot = '\0';
    ck_assert(verifies(keys.public_key, token, dot + 1));
}
END_TEST

START_TEST(keys_are_written_and_read)
{
    struct push_keys keys, again;
    char text[PUSH_PRIVATE_TEXT + 1 + PUSH_PUBLIC_TEXT + 1];
    ck_assert(push_keys_new(&keys));
    push_keys_write(&keys, text);
    ck_assert(push_keys_read(&again, text));
    ck_assert_mem_eq(&keys, &again, sizeof keys);
    text[3] = '!';
    ck_assert(!push_keys_read(&again, text));
    ck_assert(!push_keys_read(&again, ""));
}
END_TEST

START_TEST(what_is_not_a_point_of_the_curve_is_no_receiver)
{
    struct push_receiver receiver;
    char wrong[] = RECEIVER_PUBLIC;
    wrong[20] = wrong[20] == 'A' ? 'B' : 'A';
    ck_assert(!push_receiver_read(&receiver, wrong, AUTH));
    ck_assert(!push_receiver_read(&receiver, "BCVx", AUTH));
    ck_assert(!push_receiver_read(&receiver, RECEIVER_PUBLIC, "BTBZ"));
    ck_assert(!push_receiver_read(&receiver, RECEIVER_PUBLIC "A", AUTH));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("push_crypto");
    TCase *tcase = tcase_create("push_crypto");
    tcase_add_checked_fixture(tcase, set_up, NULL);
    tcase_add_test(tcase, the_example_of_rfc_8291_is_encrypted_as_it_says);
    tcase_add_test(tcase, the_length_of_a_body_depends_on_its_padding_only);
    tcase_add_test(tcase, every_message_has_new_keys_and_salt);
    tcase_add_test(tcase, the_example_of_rfc_8292_has_these_claims_and_its_signature_is_checked);
    tcase_add_test(tcase, a_token_that_is_too_long_is_refused);
    tcase_add_test(tcase, the_longest_public_url_and_host_fit_into_a_token);
    tcase_add_test(tcase, keys_are_written_and_read);
    tcase_add_test(tcase, what_is_not_a_point_of_the_curve_is_no_receiver);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
