/** Time in which the document that allows a socket is loaded, in ms. */
const LOAD_MS = 10_000

/**
 * Opens the WebSocket of a voice server. Only the page's own host is in the policy of the page, because nodes may start
 * later than it was loaded. The server names all voice servers of the moment in the policy of a small document, and the
 * socket belongs to that one. The document stays as long as the socket.
 *
 * @param endpoint host and port
 * @returns null if the document is not loaded
 */
export async function openVoiceSocket(endpoint: string, query: string): Promise<WebSocket | null> {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
  const url = `${scheme}://${endpoint}/${query}`
  if (endpoint === location.host) return new WebSocket(url)
  const frame = await loadFrame()
  const FrameSocket = frame && socketOf(frame)
  if (!FrameSocket) {
    frame?.remove()
    return null
  }
  const socket = new FrameSocket(url)
  socket.addEventListener('close', () => frame.remove())
  return socket
}

/** Returns the document of the voice servers; null if it is not loaded in time. */
function loadFrame(): Promise<HTMLIFrameElement | null> {
  const frame = document.createElement('iframe')
  frame.hidden = true
  frame.title = 'Voice'
  frame.src = '/voice-frame'
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      frame.remove()
      resolve(null)
    }, LOAD_MS)
    frame.addEventListener('load', () => {
      clearTimeout(timer)
      resolve(frame)
    })
    document.body.append(frame)
  })
}

/** Returns the sockets of a frame; null for a page of the browser about an error, which is of another origin. */
function socketOf({ contentWindow }: HTMLIFrameElement): typeof WebSocket | null {
  try {
    return (contentWindow as (Window & typeof globalThis) | null)?.WebSocket ?? null
  } catch {
    return null
  }
}
