/** State of a camera or microphone, as the panel shows it. */
export type DeviceState = 'off' | 'asking' | 'on' | 'refused' | 'missing' | 'lost'

/** Returns why a device did not open. */
export function reasonOf(error: unknown): 'refused' | 'missing' {
  const { name = '' } = error instanceof Error ? error : {}
  return name === 'NotAllowedError' || name === 'SecurityError' ? 'refused' : 'missing'
}

/** Ends the tracks of a device. */
export function stopTracks(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}
