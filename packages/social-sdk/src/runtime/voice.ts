import { VoiceSession, type VoiceState } from '@guildhall/local-client/voice'
import { FRAME_SAMPLES } from '../voice/sound.ts'
import type {
  Decoder,
  Encoder,
  TransportEvents,
  TransportState,
  VoiceOptions,
  VoicePlace,
  VoiceRuntime,
} from '../voice/transport.ts'

const STATES: Partial<Record<VoiceState, TransportState>> = {
  CONNECTING: 'connecting',
  AUTHENTICATING: 'signalling',
  VOICE_CONNECTING: 'signalling',
  VOICE_CONNECTED: 'connected',
  NO_ROUTE: 'lost',
}

/** Samples of the longest Opus frame: 120 ms of two channels. */
const DECODED_SAMPLES_MAX = FRAME_SAMPLES * 6

/**
 * Loads what calls need: the codec and the library for end-to-end encryption.
 * @throws Error with the name of the optional package that is not installed
 */
export async function loadVoice({ secure, ca }: VoiceOptions): Promise<VoiceRuntime> {
  const [davey, opus] = await Promise.all([
    optional('@snazzah/davey', () => import('@snazzah/davey')),
    optional('@evan/opus', () => import('@evan/opus')),
  ])
  return {
    connect: (place, events) => connect(place, events, { secure, davey, ...(ca === null ? {} : { ca }) }),
    encoder: () => encoderOf(new opus.Encoder({ channels: 2, sample_rate: 48_000, application: 'voip' })),
    decoder: () => decoderOf(new opus.Decoder({ channels: 2, sample_rate: 48_000 })),
  }
}

async function optional<T>(name: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (cause) {
    throw new Error(`calls need the optional package ${name}`, { cause })
  }
}

function connect(
  { endpoint, token, lobbyId, userId, sessionId }: VoicePlace,
  events: TransportEvents,
  options: { secure: boolean; davey: typeof import('@snazzah/davey'); ca?: string },
) {
  const session = new VoiceSession({
    ...options,
    address: { endpoint, token, serverId: lobbyId, channelId: lobbyId, userId, sessionId },
    onState(state) {
      const known = STATES[state]
      if (known) events.onState(known)
    },
    onEnd: (code) => events.onEnd(code),
    onPing: () => undefined,
    onSpeaking: (speaker, isSpeaking) => events.onSpeaking(speaker, isSpeaking),
    onFrame: (speaker, frame, sequence) => events.onFrame(speaker, frame, sequence),
  })
  return {
    send: (frame: Uint8Array) => session.send(Buffer.from(frame.buffer, frame.byteOffset, frame.byteLength)),
    pause: () => session.pause(),
    close: () => session.close(),
  }
}

function encoderOf(encoder: import('@evan/opus').Encoder): Encoder {
  return { encode: (pcm) => encoder.encode(pcm) }
}

function decoderOf(decoder: import('@evan/opus').Decoder): Decoder {
  return {
    decode(frame) {
      const bytes = decoder.decode(frame)
      const samples = Math.min(bytes.byteLength >> 1, DECODED_SAMPLES_MAX)
      // A copy: samples of 16 bits must begin at an even address.
      return new Int16Array(bytes.slice(0, samples * 2).buffer)
    },
  }
}
