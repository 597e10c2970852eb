import { randomBytes } from 'node:crypto'
import { ApiError } from '@guildhall/protocol'
import type { Bus } from './bus.ts'
import { eventType, PLATFORM_TOPIC } from './event.ts'
import type { Lease } from './lease.ts'
import type { NodeMessages } from './node-messages.ts'
import { SYSTEM_ACTOR, type Units } from './units.ts'

/** Time after which the log carries a question that messages have not brought to all nodes. */
const REPEATED_MS = 300
/** Pause between two looks at which nodes are still alive. */
const LOOKED_MS = 500
const ANSWERED_MS = 5_000
/** Questions of this node that wait for answers. */
const ASKED_MAX = 100
/** Questions of other nodes whose answers are remembered: a question may come twice. */
const REMEMBERED_MAX = 1_000
const ID = /^[0-9a-f]{32}$/

/** Answers of other nodes to a question, by their names. */
interface Answers {
  readonly of: ReadonlyMap<string, unknown>
  /** Live nodes that have not answered in time, or could not. */
  readonly missing: readonly string[]
}

/** Carries a question or an answer where messages do not. */
export const nodeWrote = eventType<{ readonly sender: string; readonly kind: string; readonly body: unknown }>({
  key: 'node.wrote',
  name: '',
  intents: () => 0,
  visibleTo: () => false,
  present: () => null,
})

/** Nodes that are waited for, and how long. */
interface AskOptions {
  readonly withinMs?: number
  /** Names; undefined for all live nodes. */
  readonly of?: readonly string[]
}

interface NodeQuestionsParts {
  readonly lease: Lease
  readonly messages: NodeMessages
  readonly bus: Bus
  readonly units: Units
  readonly failed: (err: unknown) => void
}

type Way = 'messages' | 'log'
type Handler = (body: unknown) => unknown

/** A question of this node. */
interface Asked {
  /** Names of nodes without an answer. */
  readonly waiting: Set<string>
  readonly answers: Map<string, unknown>
  readonly failed: string[]
  readonly done: () => void
}

/**
 * Questions of a node to all others, which each answers once. Messages carry them, and the event log where messages
 * do not come through. A node that ends is not waited for.
 */
export class NodeQuestions {
  readonly #parts: NodeQuestionsParts
  readonly #sender: string
  /** By kind; those of a node that is not open yet come later. */
  readonly #handlers = new Map<string, PromiseWithResolvers<Handler>>()
  readonly #asked = new Map<string, Asked>()
  readonly #answers = new Map<string, Promise<unknown>>()

  constructor(parts: NodeQuestionsParts) {
    this.#parts = parts
    const { name, epoch } = parts.lease.node
    this.#sender = `${name} ${epoch}`
    const { messages, bus } = parts
    for (const kind of ['asked', 'answered']) {
      messages.listen(kind, (body, sender) => this.#receive(kind, body, { sender, way: 'messages' }))
    }
    bus.listen((event) => {
      if (event.type.key !== nodeWrote.key) return
      const { sender, kind, body } = event.payload as Parameters<typeof nodeWrote.intents>[0]
      if (sender !== this.#sender) this.#receive(kind, body, { sender, way: 'log' })
    })
  }

  /** Sets the function that answers questions of a kind. It checks what it receives, and its result is JSON. */
  answer(kind: string, handler: Handler): void {
    this.#handlerOf(kind).resolve(handler)
    // A world that opens again has another one.
    this.#handlers.delete(kind)
    this.#handlerOf(kind).resolve(handler)
  }

  #handlerOf(kind: string): PromiseWithResolvers<Handler> {
    let found = this.#handlers.get(kind)
    if (!found) {
      found = Promise.withResolvers()
      this.#handlers.set(kind, found)
    }
    return found
  }

  /**
   * Asks the other live nodes: all of them, or those of these names.
   *
   * @throws OVERLOADED (503) while too many questions wait
   */
  async ask(kind: string, body: unknown, { withinMs = ANSWERED_MS, of }: AskOptions = {}): Promise<Answers> {
    if (this.#asked.size >= ASKED_MAX) throw new ApiError('OVERLOADED', { extra: { retry_after: 1 } })
    const waiting = new Set((await this.#others()).filter((name) => of?.includes(name) ?? true))
    if (waiting.size === 0) return { of: new Map(), missing: [] }
    const id = randomBytes(16).toString('hex')
    const { promise, resolve: done } = Promise.withResolvers<void>()
    const asked: Asked = { waiting, answers: new Map(), failed: [], done }
    this.#asked.set(id, asked)
    try {
      await this.#waitFor(asked, promise, { question: [id, kind, body], withinMs })
      return { of: asked.answers, missing: [...asked.failed, ...asked.waiting] }
    } finally {
      this.#asked.delete(id)
    }
  }

  async #waitFor(
    asked: Asked,
    answered: Promise<void>,
    { question, withinMs }: { question: unknown[]; withinMs: number },
  ): Promise<void> {
    const end = performance.now() + withinMs
    const late = async (ms: number) => {
      let timer: NodeJS.Timeout | undefined
      await Promise.race([answered, new Promise((resolve) => (timer = setTimeout(resolve, ms)))])
      clearTimeout(timer)
    }
    if (this.#parts.messages.send('asked', question)) await late(REPEATED_MS)
    if (asked.waiting.size > 0) await this.#write('asked', question)
    while (asked.waiting.size > 0 && performance.now() < end) {
      await late(Math.min(LOOKED_MS, Math.max(end - performance.now(), 0)))
      if (asked.waiting.size > 0) await this.#forgetEnded(asked)
    }
  }

  async #forgetEnded({ waiting }: Asked): Promise<void> {
    const others = await this.#others()
    for (const name of [...waiting]) if (!others.includes(name)) waiting.delete(name)
  }

  async #others(): Promise<string[]> {
    const { lease } = this.#parts
    return (await lease.liveNodes()).map(({ name }) => name).filter((name) => name !== lease.node.name)
  }

  #write(kind: string, body: unknown): Promise<void> {
    return this.#parts.units.write(SYSTEM_ACTOR, async (work) =>
      work.emit(nodeWrote, PLATFORM_TOPIC, { sender: this.#sender, kind, body }),
    )
  }

  #receive(kind: string, body: unknown, from: { sender: string; way: Way }): void {
    const [id, second, third] = Array.isArray(body) ? (body as unknown[]) : []
    if (typeof id !== 'string' || !ID.test(id)) return
    if (kind === 'asked' && typeof second === 'string') {
      this.#answer(id, { kind: second, body: third, way: from.way }).catch(this.#parts.failed)
    }
    if (kind === 'answered')
      this.#answered(id, { node: from.sender.split(' ')[0] ?? '', ok: second === true, value: third })
  }

  async #answer(id: string, { kind, body, way }: { kind: string; body: unknown; way: Way }): Promise<void> {
    let answer = this.#answers.get(id)
    if (!answer) {
      answer = this.#handlerOf(kind).promise.then((handler) => handler(body))
      this.#answers.set(id, answer)
      const [oldest] = this.#answers.keys()
      if (this.#answers.size > REMEMBERED_MAX && oldest !== undefined) this.#answers.delete(oldest)
    }
    const result = await answer.then(
      (value) => [id, true, value ?? null],
      (err) => {
        this.#parts.failed(err)
        return [id, false, null]
      },
    )
    if (way === 'log' || !this.#parts.messages.send('answered', result)) await this.#write('answered', result)
  }

  #answered(id: string, { node, ok, value }: { node: string; ok: boolean; value: unknown }): void {
    const asked = this.#asked.get(id)
    if (!asked?.waiting.delete(node)) return
    if (ok) asked.answers.set(node, value)
    else asked.failed.push(node)
    if (asked.waiting.size === 0) asked.done()
  }
}
