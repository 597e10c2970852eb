import assert from 'node:assert/strict'
import { DaveGroup as ServerGroup } from '../../../server/src/transports/voice/dave/group.ts'
import { BotMember, type CallMember, PageMember, type Sent } from './call-members.ts'

type Step = ReturnType<ServerGroup['leave']>

/** A call of pages and bots in memory, with the voice server's own rules. Time moves only with `settle`. */
export class MixedCall {
  readonly channelId = 4_200_000_000_000_000_042n
  readonly server = new ServerGroup({ channelId: this.channelId, encrypts: true })
  readonly members = new Map<bigint, CallMember>()
  now = 1_000
  /** Number of op 31 that members sent. */
  complaints = 0
  #sent: { user: bigint; member: CallMember; sent: Sent }[] = []
  #frames = 0

  async join(user: bigint, as: 'page' | 'bot' | CallMember, version = 1): Promise<CallMember> {
    const id = user.toString()
    const member = typeof as === 'object' ? as : this.#memberOf(id, as)
    for (const other of this.members.keys()) await this.tell(other, 11, { user_ids: [id] })
    const others = [...this.members.keys()].map(String)
    this.members.set(user, member)
    const step = this.server.join(user, version, this.now)
    await this.tell(user, 4, { dave_protocol_version: step.version })
    await this.tell(user, 11, { user_ids: others })
    await this.#deliver(step)
    return member
  }

  #memberOf(user: string, kind: 'page' | 'bot'): CallMember {
    const channel = this.channelId.toString()
    return kind === 'page' ? new PageMember(user, channel, () => this.now) : new BotMember(user, channel)
  }

  async leave(user: bigint): Promise<void> {
    this.members.delete(user)
    this.#sent = this.#sent.filter((one) => one.user !== user)
    for (const other of this.members.keys()) await this.tell(other, 13, { user_id: user.toString() })
    await this.#deliver(this.server.leave(user, this.now))
  }

  /** Delivers a message to a member. */
  async tell(user: bigint, op: number, data: unknown): Promise<void> {
    const member = this.members.get(user)
    for (const sent of (await member?.receive(op, data)) ?? []) if (member) this.#sent.push({ user, member, sent })
  }

  async #deliver({ messages }: Step): Promise<void> {
    for (const { to, op, ...rest } of messages) await this.tell(to, op, 'payload' in rest ? rest.payload : rest.data)
  }

  async #arrive({ user, sent: { op, data } }: { user: bigint; sent: Sent }): Promise<void> {
    const id = Buffer.isBuffer(data) ? 0 : (data as { transition_id: number }).transition_id
    const payload = Buffer.isBuffer(data) ? data : Buffer.alloc(0)
    if (op === 31) this.complaints += 1
    if (op === 23) await this.#deliver(this.server.transitionReady(user, id, this.now))
    if (op === 26) await this.#deliver(this.server.keyPackage(user, payload, this.now))
    if (op === 28) await this.#deliver(this.server.commitWelcome(user, payload, this.now))
    if (op === 31) await this.#deliver(this.server.invalidCommitWelcome(user, id, this.now))
  }

  /** Delivers everything and lets time pass until nothing is pending, at most for `forMs`. */
  async settle(forMs = 1_000): Promise<void> {
    const end = this.now + forMs
    for (;;) {
      for (let next = this.#sent.shift(); next; next = this.#sent.shift()) {
        if (this.members.get(next.user) === next.member) await this.#arrive(next)
      }
      const { deadline } = this.server
      if (deadline === undefined || deadline > end) break
      this.now = Math.max(this.now, deadline)
      await this.#deliver(this.server.due(this.now))
    }
    this.now = end
  }

  /** Asserts that all members show the same code, and that each opens a frame of each other. */
  async assertOneGroup(): Promise<void> {
    const members = [...this.members]
    if (members.length < 2) return
    const [first] = members
    assert.match(first?.[1].code ?? '', /^\d{30}$/)
    for (const [user, { kind, code }] of members) assert.equal(code, first?.[1].code, `code of ${kind} ${user}`)
    for (const [speaker, from] of members) {
      const frame = Buffer.from(`frame ${this.#frames++} of ${speaker}`)
      const sealed = await from.encrypt(frame)
      assert.ok(sealed && !sealed.includes(frame), `${from.kind} ${speaker} sends encrypted frames`)
      for (const [listener, to] of members) {
        if (listener === speaker) continue
        assert.deepEqual(await to.decrypt(`${speaker}`, sealed), frame, `${to.kind} ${listener} hears ${speaker}`)
      }
    }
  }
}

/** Returns a generator of repeatable random integers below a bound. */
export { random } from '../../../server/test/support/davey-call.ts'
