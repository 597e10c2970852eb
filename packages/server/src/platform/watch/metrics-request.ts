import type { IncomingMessage, ServerResponse } from 'node:http'
import { hasPath } from './health.ts'

/** Whether a request is for metrics. */
export const isMetrics = (request: IncomingMessage): boolean => request.method === 'GET' && hasPath(request, '/metrics')

/** Sends metrics, or why there are none. */
export function sendText(response: ServerResponse, status: number, text: string): void {
  const type = status === 200 ? 'text/plain; version=0.0.4; charset=utf-8' : 'text/plain; charset=utf-8'
  const headers = { 'content-type': type, 'cache-control': 'no-store', 'content-length': Buffer.byteLength(text) }
  response.writeHead(status, headers).end(text)
}
