import { useCallback, useEffect, useRef, useState } from 'react'
import { messageOf } from '../../../api/client.ts'
import type { Recording } from '../../../domain/messages/message-request.ts'
import { waveformOf } from '../../../domain/voice-messages/waveform.ts'
import { t } from '../../../lib/language/text.ts'

/** Types of sound that browsers record, with the extension by which the server knows them. */
const TYPES = [
  ['audio/ogg;codecs=opus', 'ogg'],
  ['audio/webm;codecs=opus', 'weba'],
  ['audio/mp4', 'm4a'],
] as const
const BITS_PER_SECOND = 64_000
/** Interval at which loudness and time are shown. */
const SHOWN_EVERY_MS = 100
/** Recordings end by themselves here. */
const SECONDS_MAX = 20 * 60

type State =
  | { readonly kind: 'starting' }
  | { readonly kind: 'recording' }
  | { readonly kind: 'recorded'; readonly recording: Recording }
  | { readonly kind: 'failed'; readonly error: string }

/** Records sound from the microphone, beginning at once. The microphone is off when the component is gone. */
export function useRecording() {
  const [state, setState] = useState<State>({ kind: 'starting' })
  const [level, setLevel] = useState(0)
  const [seconds, setSeconds] = useState(0)
  const [attempt, setAttempt] = useState(0)
  const stopNow = useRef<() => void>(() => undefined)
  useEffect(() => {
    const ended = new AbortController()
    setState({ kind: 'starting' })
    setSeconds(0)
    const onTick = (loudness: number, time: number) => {
      setLevel(loudness)
      setSeconds(time)
    }
    const begun = (stop: () => void) => {
      stopNow.current = stop
      setState({ kind: 'recording' })
    }
    record(ended.signal, { begun, onTick }).then(
      (recording) => ended.signal.aborted || setState({ kind: 'recorded', recording }),
      (failure) => ended.signal.aborted || setState({ kind: 'failed', error: faultText(failure) }),
    )
    return () => ended.abort()
  }, [attempt])
  const start = useCallback(() => setAttempt((count) => count + 1), [])
  const stop = useCallback(() => stopNow.current(), [])
  return { state, level, seconds, start, stop }
}

function faultText(failure: unknown): string {
  if (failure instanceof DOMException && failure.name === 'NotAllowedError')
    return t('The browser does not allow the microphone on this page. Allow it in the settings of the site.')
  if (failure instanceof DOMException && failure.name === 'NotFoundError') return t('There is no microphone.')
  return messageOf(failure)
}

interface RecordingEvents {
  /** Receives the function that ends the recording. */
  begun: (stop: () => void) => void
  onTick: (loudness: number, seconds: number) => void
}

async function record(signal: AbortSignal, { begun, onTick }: RecordingEvents): Promise<Recording> {
  if (!navigator.mediaDevices) throw new Error('Recording needs a page that is served by HTTPS or from this machine.')
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true })
  const context = new AudioContext()
  try {
    signal.throwIfAborted()
    const [type, extension] = TYPES.find(([name]) => MediaRecorder.isTypeSupported(name)) ?? TYPES[1]
    const recorder = new MediaRecorder(stream, { mimeType: type, audioBitsPerSecond: BITS_PER_SECOND })
    const parts: Blob[] = []
    recorder.ondataavailable = ({ data }) => parts.push(data)
    const stopped = new Promise((resolve) => {
      recorder.onstop = resolve
    })
    const stop = () => recorder.state !== 'inactive' && recorder.stop()
    signal.addEventListener('abort', stop)
    const started = new Promise((resolve) => {
      recorder.onstart = resolve
    })
    recorder.start()
    await started
    const begunAt = performance.now()
    const shown = showLoudness(context, stream, (loudness, seconds) => {
      onTick(loudness, seconds)
      if (seconds >= SECONDS_MAX) stop()
    })
    begun(stop)
    await stopped
    clearInterval(shown)
    const file = new File(parts, `voice-message.${extension}`, { type })
    if (file.size === 0) throw new Error('Nothing was recorded. Speak for a second or longer.')
    return { file, ...(await measured(context, file, (performance.now() - begunAt) / 1000)) }
  } finally {
    for (const track of stream.getTracks()) track.stop()
    await context.close()
  }
}

/** Returns length and waveform of a recording. A sound that the browser cannot read has the length of its time. */
async function measured(context: AudioContext, file: File, seconds: number): Promise<Omit<Recording, 'file'>> {
  try {
    const sound = await context.decodeAudioData(await file.arrayBuffer())
    const waveform = waveformOf(sound.getChannelData(0), sound.duration)
    return { durationSeconds: Math.round(sound.duration * 100) / 100, waveform }
  } catch {
    return { durationSeconds: Math.round(seconds * 100) / 100, waveform: waveformOf(new Float32Array(0), seconds) }
  }
}

function showLoudness(context: AudioContext, stream: MediaStream, onTick: RecordingEvents['onTick']) {
  const analyser = context.createAnalyser()
  context.createMediaStreamSource(stream).connect(analyser)
  const samples = new Float32Array(analyser.fftSize)
  const begun = performance.now()
  return setInterval(() => {
    analyser.getFloatTimeDomainData(samples)
    onTick(Math.max(...samples.map(Math.abs)), (performance.now() - begun) / 1000)
  }, SHOWN_EVERY_MS)
}
