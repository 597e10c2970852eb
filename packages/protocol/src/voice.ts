/** Opcodes of the voice gateway. Those from 25 to 30 are binary messages, the others JSON. */
export const VoiceOp = {
  IDENTIFY: 0,
  SELECT_PROTOCOL: 1,
  READY: 2,
  HEARTBEAT: 3,
  SESSION_DESCRIPTION: 4,
  SPEAKING: 5,
  HEARTBEAT_ACK: 6,
  RESUME: 7,
  HELLO: 8,
  RESUMED: 9,
  CLIENTS_CONNECT: 11,
  VIDEO: 12,
  CLIENT_DISCONNECT: 13,
  SESSION_UPDATE: 14,
  MEDIA_SINK_WANTS: 15,
  VOICE_BACKEND_VERSION: 16,
  CHANNEL_OPTIONS_UPDATE: 17,
  CLIENT_FLAGS: 18,
  CLIENT_PLATFORM: 20,
  DAVE_PREPARE_TRANSITION: 21,
  DAVE_EXECUTE_TRANSITION: 22,
  DAVE_TRANSITION_READY: 23,
  DAVE_PREPARE_EPOCH: 24,
  DAVE_EXTERNAL_SENDER: 25,
  DAVE_KEY_PACKAGE: 26,
  DAVE_PROPOSALS: 27,
  DAVE_COMMIT_WELCOME: 28,
  DAVE_ANNOUNCE_COMMIT: 29,
  DAVE_WELCOME: 30,
  DAVE_INVALID_COMMIT_WELCOME: 31,
} as const

/** Close codes of voice gateway connections. */
export const VoiceCloseCode = {
  UNKNOWN_OPCODE: 4001,
  DECODE_ERROR: 4002,
  NOT_AUTHENTICATED: 4003,
  AUTHENTICATION_FAILED: 4004,
  ALREADY_AUTHENTICATED: 4005,
  SESSION_INVALID: 4006,
  SESSION_TIMEOUT: 4009,
  SERVER_NOT_FOUND: 4011,
  UNKNOWN_PROTOCOL: 4012,
  DISCONNECTED: 4014,
  SERVER_CRASHED: 4015,
  UNKNOWN_ENCRYPTION_MODE: 4016,
  /** The client does not support end-to-end encryption, which this call needs. [VER-6] [VER-8] */
  ENCRYPTION_REQUIRED: 4017,
  BAD_REQUEST: 4020,
  RATE_LIMITED: 4021,
  CALL_TERMINATED: 4022,
} as const

/** Bits of `speaking` in op 5. */
export const SpeakingFlag = { MICROPHONE: 1, SOUNDSHARE: 2, PRIORITY: 4 } as const

/** Versions of the voice gateway that are accepted. */
export const VOICE_VERSION_MIN = 4
export const VOICE_VERSION_MAX = 9
/** First version with sequence numbers and heartbeats that are objects. */
export const VOICE_VERSION_SEQUENCED = 8
