/** Decompresses the messages of one connection. */
export interface Decompressor {
  /** Name of the compression in the address of the gateway. */
  readonly name: string
  /** Reads a message; `read` receives its text, in order, and `failed` is called for bytes that are none. */
  push(bytes: Uint8Array<ArrayBuffer>, read: (text: string) => void, failed: () => void): void
  close(): void
}

/** Formats of DecompressionStream by the gateway's names, the best one first. Not every runtime has both. */
const FORMATS = { 'zstd-stream': 'zstd', 'zlib-stream': 'deflate' } as const

/** Returns a function that makes a decompressor for each connection; undefined if the runtime has none. */
export function compression(): (() => Decompressor) | undefined {
  for (const [name, format] of Object.entries(FORMATS)) {
    try {
      new DecompressionStream(format as 'deflate')
      return () => streamDecompressor(name, format as 'deflate')
    } catch {
      // A TypeError: the runtime lacks the format.
    }
  }
  return undefined
}

/**
 * Each message of the gateway is one JSON object, and ends where its closing bracket does: a part of it is no JSON.
 * So the end of a message is found without knowing how the runtime cuts the stream.
 */
function streamDecompressor(name: string, format: 'deflate'): Decompressor {
  const { readable, writable } = new DecompressionStream(format)
  const [writer, reader] = [writable.getWriter(), readable.getReader()]
  const decoder = new TextDecoder()
  let text = ''
  let handlers: { read: (text: string) => void; failed: () => void } | undefined
  const pump = async () => {
    for (;;) {
      const { value, done } = await reader.read()
      if (done) return
      text += decoder.decode(value, { stream: true })
      if (!text.endsWith('}') || !isJson(text)) continue
      const whole = text
      text = ''
      handlers?.read(whole)
    }
  }
  pump().catch(() => handlers?.failed())
  return {
    name,
    push(bytes, read, failed) {
      handlers = { read, failed }
      writer.write(bytes).catch(failed)
    },
    close() {
      handlers = undefined
      writer.abort().catch(() => {})
    },
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
