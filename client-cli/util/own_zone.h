/*
 * own_zone.h: the time zone of this machine, by its name.
 */
#ifndef GASLIGHT_OWN_ZONE_H
#define GASLIGHT_OWN_ZONE_H

#include <stddef.h>

/* Writes a name such as "Europe/Rome": of the variable TZ, or of /etc/localtime; "UTC" if there is none. */
void own_zone(char *name, size_t capacity);

#endif
