/* version.h: the version of this release, which gaslight and gaslightd share. */
#ifndef GASLIGHT_VERSION_H
#define GASLIGHT_VERSION_H

#define GASLIGHT_VERSION "1.0"

#endif
