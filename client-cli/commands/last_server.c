/* last_server.c: see last_server.h. */
#include "client-cli/commands/last_server.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "client-cli/util/state_file.h"

enum { PATH_LENGTH_MAX = 1000 };

bool last_server_find(char server[LAST_SERVER_MAX])
{
    char path[PATH_LENGTH_MAX];
    FILE *file = state_file_path("server", path, sizeof path) ? fopen(path, "r") : NULL;
    server[0] = '\0';
    if (file != NULL) {
        if (fgets(server, LAST_SERVER_MAX, file) == NULL) {
            server[0] = '\0';
        }
        (void)fclose(file); /* opened for reading only */
    }
    server[strcspn(server, "\r\n")] = '\0';
    return server[0] != '\0';
}

void last_server_store(const char *server)
{
    char path[PATH_LENGTH_MAX];
    char line[LAST_SERVER_MAX + 1];
    if (!state_file_path("server", path, sizeof path)) {
        return;
    }
    int length = snprintf(line, sizeof line, "%s\n", server);
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, S_IRUSR | S_IWUSR);
    if (file >= 0) {
        bool written = write(file, line, (size_t)length) == length;
        (void)close(file);
        if (!written) {
            (void)unlink(path);
        }
    }
}
