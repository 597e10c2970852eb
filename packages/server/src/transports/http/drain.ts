import type { IncomingMessage } from 'node:http'
import type { Bodies } from './bodies.ts'

/** Refused bodies are read at this many bytes in a round, all together: some 100 MB a second. */
const ROUND_BYTES = 512 * 1024
const ROUND_MS = 5
/** Smallest part of a round: about what a socket delivers in one read. */
const PART_MIN_BYTES = 64 * 1024

interface Drained {
  readonly request: IncomingMessage
  /** Bytes that may still arrive in this round. */
  credit: number
}

/** Refused bodies whose part of the round is used up, in the order in which they go on. */
const paused = new Set<Drained>()
let hasRound = false

/**
 * Reads and discards a refused body, because most clients read the response only after they have sent everything. A
 * client that sends more than the largest upload, or stalls, is disconnected. Refused bodies share a fixed rate: a
 * flood of them, which costs its sender nothing else, delays no other request.
 */
export function drain(request: IncomingMessage, bodies: Bodies): void {
  let left = bodies.limits.uploadBytesMax
  const drained: Drained = { request, credit: PART_MIN_BYTES }
  const watched = bodies.watch(request, () => request.destroy())
  const stop = () => {
    watched()
    paused.delete(drained)
  }
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length
    drained.credit -= chunk.length
    if (left < 0) request.destroy()
    else if (drained.credit <= 0) pause(drained)
  })
  request.once('close', stop).once('end', stop)
  request.resume()
}

function pause(drained: Drained): void {
  drained.request.pause()
  paused.add(drained)
  if (!hasRound) setTimeout(nextRound, ROUND_MS)
  hasRound = true
}

function nextRound(): void {
  const part = Math.max(PART_MIN_BYTES, Math.floor(ROUND_BYTES / paused.size))
  let bytes = ROUND_BYTES
  for (const drained of paused) {
    if (bytes <= 0) break
    bytes -= part
    paused.delete(drained)
    drained.credit = part
    drained.request.resume()
  }
  hasRound = paused.size > 0
  if (hasRound) setTimeout(nextRound, ROUND_MS)
}
