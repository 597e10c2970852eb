import { Http, type HttpOptions } from '@guildhall/client'

/** Makes the client of an HTTP API. The first request loads this file. */
export function openHttp(options: HttpOptions): Http {
  return new Http(options)
}
