import { createServer, type RequestListener } from 'node:http'
import { PortError } from '../../transports/http/port.ts'
import type { Closing } from '../closing.ts'
import type { HostAndPort } from '../open-voice.ts'
import type { Health } from './health.ts'
import { isMetrics, sendText } from './metrics-request.ts'

/** Port of `--metrics`, which needs no key. */
export interface SecondPort {
  /** Serves metrics from now on. */
  serve(metrics: RequestListener): void
}

/**
 * Opens the second port before anything else of a platform, so that a load balancer sees that it starts, and closes it
 * last.
 *
 * @throws PortError if it cannot be opened
 */
export async function openSecondPort(
  { host, port }: HostAndPort,
  health: Health,
  closing: Closing,
): Promise<SecondPort> {
  let metrics: RequestListener = (_request, response) => sendText(response, 503, 'the platform starts\n')
  const server = createServer((request, response) => {
    if (health.respond(request, response)) return
    if (isMetrics(request)) metrics(request, response)
    else sendText(response, 404, '404: Not Found\n')
  })
  try {
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve))
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? 'UNKNOWN'
    throw new PortError(`--metrics ${host}:${port} cannot be opened: ${code}.`, { code, host, port, cause })
  }
  server.unref()
  closing.add('data folder', () => {
    server.closeAllConnections()
    server.close()
  })
  return {
    serve(listener) {
      metrics = listener
    },
  }
}
