import type { Codec } from './codecs.ts'
import { DaveGroup } from './group.ts'
import type { MediaKind } from './media-keys.ts'
import type { FromVoiceWorker, ToVoiceWorker } from './messages.ts'

/** Frames of a browser, as encoded transforms give them. */
interface EncodedFrame {
  /** Only of video. */
  readonly type?: 'key' | 'delta' | 'empty'
  data: ArrayBuffer
  getMetadata(): { synchronizationSource?: number; mimeType?: string }
}

interface TransformEvent extends Event {
  readonly transformer: {
    readonly readable: ReadableStream<EncodedFrame>
    readonly writable: WritableStream<EncodedFrame>
    readonly options: { readonly direction: 'send' | 'receive'; readonly kind: MediaKind }
  }
}

/** Users by the SSRCs of their sound and their video. */
const users = new Map<number, string>()
/** SSRC of the layer of each user's video whose frames came last. */
const layers = new Map<string, number>()
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

function codecOf(kind: MediaKind, mimeType: string | undefined): Codec {
  if (kind === 'audio') return 'opus'
  return mimeType?.toLowerCase() === 'video/h264' ? 'h264' : 'vp8'
}

/** Encrypts or decrypts one frame. A frame that must not pass is left out. */
async function transformed(
  frame: EncodedFrame,
  { direction, kind }: TransformEvent['transformer']['options'],
): Promise<boolean> {
  const of = group
  if (!of) return false
  const bytes = new Uint8Array(frame.data)
  const { synchronizationSource = 0, mimeType } = frame.getMetadata()
  const user = users.get(synchronizationSource)
  if (direction === 'receive' && user === undefined) return false
  const result =
    direction === 'send' ? await of.encrypt(codecOf(kind, mimeType), bytes) : await of.decrypt(user ?? '', bytes, kind)
  if (!result) return false
  if (user !== undefined && frame.type === 'key' && layers.get(user) !== synchronizationSource) {
    layers.set(user, synchronizationSource)
    post({ name: 'layer', userId: user, ssrc: synchronizationSource })
  }
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
      if (await transformed(frame, options)) controller.enqueue(frame)
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
