/*
 * Loaded by the dynamic linker before a program of `guildhall run`: names of the public platform resolve to a loopback
 * address that nothing else uses, and `connect` replaces that address by the front's. Replacing the port in the result
 * of getaddrinfo would not be enough: Java and Ruby resolve without a port, and Bun sets the port again. Libraries that
 * read no variable for their roots, such as libcurl and GnuTLS, open the system's file of roots: they get that of the run.
 */
#include <arpa/inet.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

/* Declared by dlfcn.h only together with GNU's own prototype of connect, which cannot be redefined portably. */
#ifndef RTLD_NEXT
#define RTLD_NEXT ((void *)-1l)
#endif
/*
 * The library is also published as a binary: a C library older than that of the machine that compiled it must find
 * dlsym, which moved to another file with a new version in 2021.
 */
#if defined(__GLIBC__) && defined(__x86_64__)
__asm__(".symver dlsym, dlsym@GLIBC_2.2.5");
#elif defined(__GLIBC__) && defined(__aarch64__)
__asm__(".symver dlsym, dlsym@GLIBC_2.17");
#endif
#define MARKER "127.103.117.105"
#define HTTPS_PORT 443

typedef int resolver(const char *, const char *, const struct addrinfo *, struct addrinfo **);
typedef int connector(int, const struct sockaddr *, socklen_t);

typedef int opener(int, const char *, int, ...);
typedef FILE *file_opener(const char *, const char *);

static char *domains;   /* separated by spaces */
static char *roots;     /* path of the roots of the run */
static opener *next_openat;
static char *reachable; /* addresses, separated by spaces; null where every host may be reached */
static in_port_t front;

__attribute__((constructor)) static void read_environment(void) {
  const char *port = getenv("GUILDHALL_FRONT_PORT"), *hosts = getenv("GUILDHALL_HOSTS");
  if (!port || !hosts || !(domains = strdup(hosts))) return;
  front = htons((in_port_t)atoi(port));
  next_openat = (opener *)dlsym(RTLD_NEXT, "openat");
  if (getenv("GUILDHALL_ROOTS")) roots = strdup(getenv("GUILDHALL_ROOTS"));
  if (getenv("GUILDHALL_OFFLINE")) reachable = strdup(getenv("GUILDHALL_OFFLINE"));
}

/* Whether --offline lets a program connect to an address: those of this machine's loopback and of the platform. */
static int is_reachable(int family, const void *address) {
  char text[INET6_ADDRSTRLEN];
  if (family == AF_INET6 && IN6_IS_ADDR_V4MAPPED((const struct in6_addr *)address))
    return is_reachable(AF_INET, (const char *)address + 12);
  if (family == AF_INET && (!*(const in_addr_t *)address || *(const unsigned char *)address == IN_LOOPBACKNET)) return 1;
  if (family == AF_INET6 && (IN6_IS_ADDR_LOOPBACK((const struct in6_addr *)address) ||
                             IN6_IS_ADDR_UNSPECIFIED((const struct in6_addr *)address)))
    return 1;
  if (!inet_ntop(family, address, text, sizeof text)) return 0;
  const size_t size = strlen(text);
  for (const char *entry = strstr(reachable, text); entry; entry = strstr(entry + 1, text))
    if ((entry == reachable || entry[-1] == ' ') && (!entry[size] || entry[size] == ' ')) return 1;
  return 0;
}

static int is_public(const char *host) {
  size_t length = host && front ? strlen(host) : 0, size;
  if (length && host[length - 1] == '.') length--;
  for (const char *entry = domains; length && *entry; entry += size + strspn(entry + size, " ")) {
    size = strcspn(entry, " ");
    if (size > length || strncasecmp(host + length - size, entry, size)) continue;
    if (size == length || host[length - size - 1] == '.') return 1;
  }
  return 0;
}

int getaddrinfo(const char *host, const char *service, const struct addrinfo *hints, struct addrinfo **result) {
  resolver *next = (resolver *)dlsym(RTLD_NEXT, "getaddrinfo");
  return next(is_public(host) ? MARKER : host, service, hints, result);
}

int connect(int socket, const struct sockaddr *address, socklen_t length) {
  connector *next = (connector *)dlsym(RTLD_NEXT, "connect");
  const in_addr_t marker = inet_addr(MARKER), loopback = htonl(INADDR_LOOPBACK);
  struct sockaddr_in v4;
  struct sockaddr_in6 v6;
  if (front && address && address->sa_family == AF_INET && length >= sizeof v4) {
    memcpy(&v4, address, sizeof v4);
    if (v4.sin_addr.s_addr == marker && v4.sin_port == htons(HTTPS_PORT)) {
      v4.sin_addr.s_addr = loopback;
      v4.sin_port = front;
      return next(socket, (struct sockaddr *)&v4, sizeof v4);
    }
  } else if (front && address && address->sa_family == AF_INET6 && length >= sizeof v6) {
    memcpy(&v6, address, sizeof v6);
    unsigned char *mapped = v6.sin6_addr.s6_addr + 12; /* of ::ffff:a.b.c.d, which Java's sockets take */
    if (IN6_IS_ADDR_V4MAPPED(&v6.sin6_addr) && !memcmp(mapped, &marker, sizeof marker) &&
        v6.sin6_port == htons(HTTPS_PORT)) {
      memcpy(mapped, &loopback, sizeof loopback);
      v6.sin6_port = front;
      return next(socket, (struct sockaddr *)&v6, sizeof v6);
    }
  }
  if (reachable && address &&
      ((address->sa_family == AF_INET && length >= sizeof v4 && !is_reachable(AF_INET, &v4.sin_addr)) ||
       (address->sa_family == AF_INET6 && length >= sizeof v6 && !is_reachable(AF_INET6, &v6.sin6_addr)))) {
    errno = ENETUNREACH;
    return -1;
  }
  return next(socket, address, length);
}

/* Files of roots: of distributions, and the ends of those of packages for Python and PHP. */
static const char *const ROOTS[] = {
    "/etc/ssl/certs/ca-certificates.crt", /* Debian, Arch, Alpine */
    "/etc/ssl/cert.pem",
    "/usr/lib/ssl/cert.pem",
    "/etc/pki/tls/certs/ca-bundle.crt", /* Fedora */
    "/etc/pki/tls/cert.pem",
    "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem",
    "/etc/ssl/ca-bundle.pem", /* openSUSE */
    "/var/lib/ca-certificates/ca-bundle.pem",
    "certifi/cacert.pem",
    "ca-bundle/res/cacert.pem",
};

static const char *led(const char *path) {
  if (!roots || !path || path[0] != '/') return path;
  const size_t length = strlen(path);
  for (size_t index = 0; index < sizeof ROOTS / sizeof *ROOTS; index++) {
    const char *entry = ROOTS[index];
    const size_t size = strlen(entry);
    if (length < size || strcmp(path + length - size, entry)) continue;
    if (entry[0] == '/' ? length == size : length > size && path[length - size - 1] == '/') return roots;
  }
  return path;
}

/* Whether offsets have 64 bits, which the C library's own open64 adds where they are fewer by default. */
#ifdef __O_LARGEFILE
#define LARGE __O_LARGEFILE
#else
#define LARGE 0
#endif

/* Memory allocators open files before this library has read its environment, and must not meet dlsym there. */
static int open_led(int folder, const char *path, int flags, mode_t mode) {
  if ((flags & O_ACCMODE) == O_RDONLY && !(flags & (O_CREAT | O_DIRECTORY))) path = led(path);
  if (next_openat) return next_openat(folder, path, flags, mode);
  return (int)syscall(SYS_openat, folder, path, flags, mode);
}

static mode_t mode_of(int flags, va_list arguments) {
  int takes_mode = flags & O_CREAT;
#ifdef O_TMPFILE
  takes_mode = takes_mode || (flags & O_TMPFILE) == O_TMPFILE;
#endif
  return takes_mode ? va_arg(arguments, mode_t) : 0;
}

#define OPEN(NAME, ADDED)                             \
  int NAME(const char *path, int flags, ...) {        \
    va_list arguments;                                \
    va_start(arguments, flags);                       \
    const mode_t mode = mode_of(flags, arguments);    \
    va_end(arguments);                                \
    return open_led(AT_FDCWD, path, flags | ADDED, mode); \
  }
#define OPENAT(NAME, ADDED)                                \
  int NAME(int folder, const char *path, int flags, ...) { \
    va_list arguments;                                     \
    va_start(arguments, flags);                            \
    const mode_t mode = mode_of(flags, arguments);         \
    va_end(arguments);                                     \
    return open_led(folder, path, flags | ADDED, mode);    \
  }
#define FOPEN(NAME)                                                                \
  FILE *NAME(const char *path, const char *mode) {                                 \
    file_opener *next = (file_opener *)dlsym(RTLD_NEXT, #NAME);                    \
    if (!next) next = (file_opener *)dlsym(RTLD_NEXT, "fopen");                    \
    return next(mode && mode[0] == 'r' && !strchr(mode, '+') ? led(path) : path, mode); \
  }

OPEN(open, 0)
OPEN(open64, LARGE)
OPENAT(openat, 0)
OPENAT(openat64, LARGE)
FOPEN(fopen)
FOPEN(fopen64)

/* Names that the C library's checks of arguments give to calls without a mode. */
int __open_2(const char *path, int flags) { return open_led(AT_FDCWD, path, flags, 0); }
int __open64_2(const char *path, int flags) { return open_led(AT_FDCWD, path, flags | LARGE, 0); }
int __openat_2(int folder, const char *path, int flags) { return open_led(folder, path, flags, 0); }
int __openat64_2(int folder, const char *path, int flags) { return open_led(folder, path, flags | LARGE, 0); }
