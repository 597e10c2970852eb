import type { Client } from '../../../gateway/client.ts'

/** Interval of pictures for those who do not watch, in ms. */
const INTERVAL_MS = 5 * 60_000
/** Longest side of a picture, in pixels. */
const SIDE_MAX = 640
const QUALITY = 0.7

/** Sends pictures of a shared screen, at once and then every five minutes, until the returned function is called. */
export function sendPreviews(client: Client, streamKey: string, track: MediaStreamTrack): () => void {
  const send = async () => {
    if (!track.enabled || track.readyState === 'ended') return
    const thumbnail = await pictureOf(track)
    if (ended) return
    await client.api.call('create_stream_preview', { params: { stream_key: streamKey }, body: { thumbnail } })
  }
  const attempt = () =>
    void send().catch((error: unknown) => {
      if (!ended) console.warn('The preview of the screen was not sent.', error)
    })
  let ended = false
  const timer = setInterval(attempt, INTERVAL_MS)
  attempt()
  return () => {
    ended = true
    clearInterval(timer)
  }
}

/** Returns the picture of a track as a data URI of a JPEG. */
async function pictureOf(track: MediaStreamTrack): Promise<string> {
  const video = document.createElement('video')
  video.muted = true
  video.srcObject = new MediaStream([track])
  try {
    await video.play()
    const { videoWidth, videoHeight } = video
    const scale = Math.min(1, SIDE_MAX / Math.max(videoWidth, videoHeight))
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(videoWidth * scale))
    canvas.height = Math.max(1, Math.round(videoHeight * scale))
    canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height)
    return canvas.toDataURL('image/jpeg', QUALITY)
  } finally {
    video.srcObject = null
  }
}
