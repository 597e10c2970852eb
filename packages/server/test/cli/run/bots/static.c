/*
 * Asks the public platform for its gateway as static programs do that read no proxy variable: it resolves the name and
 * reads roots by itself, and no library can be loaded into it.
 */
#include <openssl/ssl.h>
#include <stdio.h>
int main(void) {
  SSL_CTX *context = SSL_CTX_new(TLS_client_method());
  SSL_CTX_set_default_verify_paths(context);
  SSL_CTX_set_verify(context, SSL_VERIFY_PEER, 0);
  BIO *bio = BIO_new_ssl_connect(context);
  SSL *ssl;
  BIO_get_ssl(bio, &ssl);
  SSL_set_tlsext_host_name(ssl, "discord.com");
  BIO_set_conn_hostname(bio, "discord.com:443");
  if (BIO_do_connect(bio) <= 0) return 1;
  BIO_puts(bio, "GET /api/v10/gateway HTTP/1.0\r\nHost: discord.com\r\n\r\n");
  char text[4096];
  for (int size; (size = BIO_read(bio, text, sizeof text)) > 0;) fwrite(text, 1, (size_t)size, stdout);
  return 0;
}
