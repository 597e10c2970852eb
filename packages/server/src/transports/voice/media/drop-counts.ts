const REASONS = [
  'not a known packet',
  'RTCP',
  'unknown SSRC',
  'unknown address',
  'no mode selected',
  'too many packets',
  'replayed',
  'wrong tag',
  'malformed',
  'not permitted to send',
  'plain frame in an encrypted call',
  'encrypted frame in a plain call',
  'not permitted to receive',
  'key used up',
  'too many streams',
  'too many handshakes',
  'wrong payload type',
  'STUN without the password',
  'sent before',
  'too slow connection',
] as const

/** Reason for which a packet was dropped, or not forwarded to one participant. */
export type DropReason = (typeof REASONS)[number]

/** Returns counters that are all 0. */
export function noDrops(): Record<DropReason, number> {
  return Object.fromEntries(REASONS.map((reason) => [reason, 0])) as Record<DropReason, number>
}
