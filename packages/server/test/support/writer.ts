import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type Api, multipart } from '@guildhall/testing'

/** A message as the API returns it. */
export interface WrittenMessage {
  readonly id: string
  readonly content: string
  readonly channel_id: string
  readonly author: { readonly id: string }
  readonly message_reference?: { readonly message_id: string }
  readonly attachments: readonly { readonly url: string }[]
}

/** Steps of all writers between which a backup was made. */
export interface Interval {
  readonly begun: number
  readonly ended: number
}

/** Steps at which a change was sent and acknowledged; infinite before. */
interface Change {
  sent: number
  acknowledged: number
}

interface Written {
  readonly id: string
  readonly content: string
  readonly cause: string | null
  readonly hash: string | null
  readonly posted: Change
  readonly edited: Change
  readonly deleted: Change
}

const FILE_BYTES = 2_000
const PACE_MS = 5
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const never = (): Change => ({ sent: Number.POSITIVE_INFINITY, acknowledged: Number.POSITIVE_INFINITY })
let step = 0

/** Posts one message after the other, each a reply to the last one, some with files, and edits and deletes some. */
export class Writer {
  readonly channel: string
  readonly written: Written[] = []
  readonly #caller: Api
  readonly #name: number
  #writes = true

  constructor(caller: Api, channel: string, name: number) {
    this.#caller = caller
    this.channel = channel
    this.#name = name
  }

  /** Returns the number of steps that all writers have made. */
  static now(): number {
    return step
  }

  stop(): void {
    this.#writes = false
  }

  /** Writes until it is stopped. @throws AssertionError for a refusal */
  async run(): Promise<void> {
    for (let count = 0; this.#writes; count += 1) {
      await this.#post(count)
      if (count % 4 === 3) await this.#change(count - 2, 'edited')
      if (count % 6 === 5) await this.#change(count - 5, 'deleted')
      // Writers at full speed would take the time of the backup and of the restored platforms.
      await pause(PACE_MS)
    }
  }

  async #post(count: number): Promise<void> {
    const cause = this.written.at(-1)?.id ?? null
    const sentAt = step
    const content = `writer ${this.#name}, message ${count}`
    const fields = { content, ...(cause !== null && { message_reference: { message_id: cause } }) }
    const bytes = count % 3 === 0 ? randomBytes(FILE_BYTES) : null
    const body =
      bytes === null
        ? fields
        : multipart({ ...fields, attachments: [{ id: 0, filename: 'a.bin' }] }, [{ name: 'a.bin', data: bytes }])
    const sent = await this.#caller.post<WrittenMessage>(`/channels/${this.channel}/messages`, body)
    assert.equal(sent.status, 200, JSON.stringify(sent.body))
    step += 1
    const hash = bytes && sha256(bytes)
    const posted = { sent: sentAt, acknowledged: step }
    this.written.push({ id: sent.body.id, content, cause, hash, posted, edited: never(), deleted: never() })
  }

  async #change(place: number, kind: 'edited' | 'deleted'): Promise<void> {
    const written = this.written[place]
    if (!written) return
    const path = `/channels/${this.channel}/messages/${written.id}`
    written[kind].sent = step
    const response =
      kind === 'edited'
        ? await this.#caller.patch(path, { content: `${written.content}, edited` })
        : await this.#caller.delete(path)
    assert.ok(response.status === 200 || response.status === 204, JSON.stringify(response.body))
    step += 1
    written[kind].acknowledged = step
  }
}

/**
 * Asserts that messages are those of one moment within an interval: what was acknowledged before is there, what was
 * sent after is not, and nothing is without its cause or its file.
 */
export async function demandMoment(
  { written, channel }: Writer,
  found: readonly WrittenMessage[],
  { interval: { begun, ended }, cdn, author }: { interval: Interval; cdn: string; author: string },
): Promise<void> {
  const byId = new Map(found.map((message) => [message.id, message]))
  const last = written.findLastIndex(({ id }) => byId.has(id))
  for (const [place, { id, content, cause, posted, edited, deleted }] of written.entries()) {
    const message = byId.get(id)
    if (posted.acknowledged <= begun || place < last) assert.ok(message || deleted.sent < ended, `${content} is lost`)
    if (deleted.acknowledged <= begun) assert.equal(message, undefined, `${content} is back`)
    if (!message) continue
    byId.delete(id)
    assert.ok(posted.sent <= ended, `${content} is of later`)
    if (edited.acknowledged <= begun) assert.equal(message.content, `${content}, edited`)
    else assert.ok([content, `${content}, edited`].includes(message.content), message.content)
    assert.deepEqual([message.channel_id, message.author.id], [channel, author])
    assert.equal(message.message_reference?.message_id ?? null, cause)
    const causing = written.find((other) => other.id === cause)
    if (causing)
      assert.ok(found.some((other) => other.id === cause) || causing.deleted.sent < ended, `cause of ${content}`)
  }
  assert.deepEqual([...byId.keys()], [], 'messages that nobody has written')
  for (const { id, attachments } of found) {
    const hash = written.find((other) => other.id === id)?.hash ?? null
    assert.equal(attachments.length, hash === null ? 0 : 1)
    for (const { url } of attachments) {
      const bytes = await (await fetch(url.replace(/^https?:\/\/[^/]+/, cdn))).arrayBuffer()
      assert.equal(sha256(new Uint8Array(bytes)), hash)
    }
  }
}
