import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { styleText } from 'node:util'
import { findControl } from '../control/control-address.ts'
import { ControlClient, ControlError } from '../control/control-client.ts'
import { printable, printableJson } from '../terminal/text.ts'

/** Options of `guildhall tail`. */
export interface TailOptions {
  /** Address of the platform; null to find one on this machine. */
  server: string | null
  /** Key of its control API; null to find it. */
  key: string | null
  /** Data folder of the platform on this machine. */
  data: string
  /** Filters as the query of the control API has them. */
  filters: Readonly<Record<string, string>>
  /** Whether to print the lines of the control API unchanged. */
  json: boolean
  /** Whether to print headers, bodies and payloads too. */
  details: boolean
}

/** Pause before the server is looked for again. */
const RETRY_MS = 1_000
/** The server sends a line every 15 s. A connection without one for this time is dead. */
const SILENCE_MS = 45_000

/** A record as the stream has it. */
interface StreamedRecord {
  readonly at: string
  readonly kind: string
  readonly title: string
  readonly direction: 'in' | 'out' | null
  readonly user_id: string | null
  readonly session_id: string | null
  readonly status: number | null
  readonly duration_ms: number | null
  readonly why: readonly string[] | null
  readonly details?: unknown
}

/**
 * Prints the records of a platform's tape as they come, until Ctrl+C. Waits for a server that ends or is not there
 * yet, and goes on with the next one.
 *
 * @throws ControlError for a wrong key, or if no key is found
 */
export async function tail(options: TailOptions): Promise<void> {
  // The reader of a pipe has enough: `guildhall tail | head`.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => process.exit(0))
  let isWaiting = false
  let hasFollowed = false
  for (;;) {
    try {
      const control = await openControl(options)
      const recording = await record(control)
      await follow(control, options, () => {
        note(`Following ${control.origin}.${recording ? '' : ' The tape was off; it records now.'}`)
        hasFollowed = true
        isWaiting = false
      })
    } catch (error) {
      if (!(error instanceof ControlError) || !mayComeBack(error, hasFollowed)) throw error
    }
    if (!isWaiting) note('The platform has gone; waiting for it.')
    isWaiting = true
    await wait(RETRY_MS)
  }
}

/** A server that was there may come back. One that never was is reported, as is a wrong key. */
function mayComeBack({ status }: ControlError, hasFollowed: boolean): boolean {
  return hasFollowed && (status === null || status >= 500)
}

async function openControl({ server, key, data }: TailOptions): Promise<ControlClient> {
  const found = await findControl({ server, key, data, env: process.env })
  return new ControlClient(found.server, found.key)
}

/** Turns recording on. Returns whether it was on already. */
async function record(control: ControlClient): Promise<boolean> {
  const { recording } = await control.request('GET /tape', { limit: 1 })
  if (!recording) await control.request('PATCH /tape', { recording: true })
  return recording
}

async function follow(
  control: ControlClient,
  { filters, details, json }: TailOptions,
  opened: () => void,
): Promise<void> {
  const query = { ...filters, details }
  for await (const line of control.lines('/tape/stream', { query, silenceMs: SILENCE_MS, opened })) {
    const text = json ? `${printableJson(line)}\n` : textOf(control.parse(line) as StreamedRecord | { lost: number })
    // The server counts what a slow terminal loses. Otherwise all of it would wait in this process.
    if (!process.stdout.write(text)) await once(process.stdout, 'drain')
  }
}

function note(text: string): void {
  process.stderr.write(`${text}\n`)
}

const KIND_COLOURS = { request: 'cyan', frame: 'blue', event: 'magenta', delivery: 'yellow', rpc: 'green' } as const
const ARROWS = { in: '→', out: '←' }

function textOf(record: StreamedRecord | { lost: number }): string {
  if ('lost' in record) return `${styled('red', `${record.lost} records were lost: this terminal is too slow`)}\n`
  const { at, kind, title, direction, status, duration_ms: ms, user_id, session_id, why, details } = record
  const colour = KIND_COLOURS[kind as keyof typeof KIND_COLOURS] ?? 'white'
  const parts = [
    styled('dim', at.slice(11, 23)),
    styled(colour, kind.padEnd(8)),
    direction === null ? ' ' : ARROWS[direction],
    printable(title),
    ...(status === null ? [] : [styled(isFailure(status) ? 'red' : 'green', `${status}`)]),
    ...(ms === null ? [] : [styled('dim', `${ms} ms`)]),
    ...(user_id === null ? [] : [styled('dim', `user ${user_id}`)]),
    ...(session_id === null ? [] : [styled('dim', `session ${session_id.slice(0, 8)}`)]),
  ]
  const reasons = (why ?? []).map((line) => `    ${styled('yellow', printable(line))}\n`).join('')
  const shown = details === undefined ? '' : `${indented(JSON.stringify(details, null, 2))}\n`
  return `${parts.join(' ')}\n${reasons}${shown}`
}

/** Whether a status of HTTP, or a close code, means a failure. 1000 and 1001 are a normal end of a connection. */
function isFailure(status: number): boolean {
  return status >= 1_000 ? status > 1_001 : status >= 400
}

/** Colours only a terminal that takes them, and not with NO_COLOR. */
function styled(style: Parameters<typeof styleText>[0], text: string): string {
  return styleText(style, text, { stream: process.stdout, validateStream: true })
}

function indented(text: string): string {
  return text
    .split('\n')
    .map((line) => `    ${printable(line)}`)
    .join('\n')
}
