import { DaveGroup } from './group.ts'
import type { FromVoiceWorker, ToVoiceWorker } from './messages.ts'

/** Frames of a browser, as encoded transforms give them. */
interface EncodedFrame {
  data: ArrayBuffer
  getMetadata(): { synchronizationSource?: number }
}

interface TransformEvent extends Event {
  readonly transformer: {
    readonly readable: ReadableStream<EncodedFrame>
    readonly writable: WritableStream<EncodedFrame>
    readonly options: { readonly direction: 'send' | 'receive' }
  }
}

/** Users by the SSRC of their sound. */
const users = new Map<number, string>()
let group: DaveGroup | null = null

const post = (message: FromVoiceWorker) => postMessage(message)

const handlers: { [Name in ToVoiceWorker['name']]: (message: Extract<ToVoiceWorker, { name: Name }>) => void } = {
  begin({ userId, groupId }) {
    users.clear()
    group = new DaveGroup({
      userId,
      groupId,
      now: () => performance.now(),
      onChange: ({ isPlain, users, privacyCode }) => post({ name: 'changed', isPlain, users, privacyCode }),
    })
  },
  receive({ op, data }) {
    group?.receive(op, data).then(
      (replies) => replies.length > 0 && post({ name: 'replies', replies }),
      () => post({ name: 'failed' }),
    )
  },
  source({ ssrc, userId }) {
    users.set(ssrc, userId)
  },
  verify({ userId }) {
    const of = group
    if (!of) return
    of.verificationCode(userId).then(
      (code) => post({ name: 'verification', userId, code: code ?? '' }),
      () => post({ name: 'verification', userId, code: '' }),
    )
  },
}

addEventListener('message', ({ data }: MessageEvent<ToVoiceWorker>) => handlers[data.name](data as never))

/** Encrypts or decrypts one frame. A frame that must not pass is left out. */
async function transformed(frame: EncodedFrame, direction: 'send' | 'receive'): Promise<boolean> {
  const of = group
  if (!of) return false
  const bytes = new Uint8Array(frame.data)
  const user = users.get(frame.getMetadata().synchronizationSource ?? 0)
  if (direction === 'receive' && user === undefined) return false
  const result = direction === 'send' ? await of.encrypt('opus', bytes) : await of.decrypt(user ?? '', bytes)
  if (!result) return false
  frame.data = result.byteLength === result.buffer.byteLength ? result.buffer : result.slice().buffer
  return true
}

/** Transforms at work. Chromium collects one that nothing refers to, and its frames with it. */
const open = new Set<TransformEvent['transformer']>()

addEventListener('rtctransform', (event) => {
  const { transformer } = event as TransformEvent
  const { readable, writable, options } = transformer
  const through = new TransformStream<EncodedFrame, EncodedFrame>({
    async transform(frame, controller) {
      if (await transformed(frame, options.direction)) controller.enqueue(frame)
    },
  })
  open.add(transformer)
  readable
    .pipeThrough(through)
    .pipeTo(writable)
    // The streams end with their connection.
    .catch(() => undefined)
    .finally(() => open.delete(transformer))
})
