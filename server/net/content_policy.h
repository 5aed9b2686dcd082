/*
 * content_policy.h: the Content-Security-Policy of responses.
 *
 * Nothing but the client's own files may run, and no inline script or style, with one exception: the built page contains
 * what must be there before the first paint (client-web/bundle). Its policy names these elements by their hash, so that
 * nothing else can be added to the page. static_files.c calls this when it loads a page.
 */
#ifndef GASLIGHT_CONTENT_POLICY_H
#define GASLIGHT_CONTENT_POLICY_H

#include <stddef.h>

/* The policy of everything that has no inline elements. */
extern const char content_policy_default[];

/*
 * Returns the policy of a page, which allows its inline elements: those that begin with exactly <script> or <style>. The
 * caller frees it. Returns NULL if there is no memory, or if there are more than CONTENT_POLICY_ELEMENTS_MAX of a kind.
 */
char *content_policy_make(const unsigned char *page, size_t length);

enum { CONTENT_POLICY_ELEMENTS_MAX = 4 };

#endif
