import type { DaveReply } from './group.ts'

/** Messages from the page to the worker of a call. */
export type ToVoiceWorker =
  | { readonly name: 'begin'; readonly userId: string; readonly groupId: string }
  /** A message of the voice server: `d` of JSON, or the payload of a binary one. */
  | { readonly name: 'receive'; readonly op: number; readonly data: unknown }
  /** The user whose sound or video has an SSRC. */
  | { readonly name: 'source'; readonly ssrc: number; readonly userId: string }
  | { readonly name: 'verify'; readonly userId: string }

/** Messages from the worker to the page. */
export type FromVoiceWorker =
  | { readonly name: 'replies'; readonly replies: readonly DaveReply[] }
  | {
      readonly name: 'changed'
      readonly isPlain: boolean
      readonly users: readonly string[]
      readonly privacyCode: string
    }
  /** A key frame of another layer of a user's video has come. */
  | { readonly name: 'layer'; readonly userId: string; readonly ssrc: number }
  | { readonly name: 'verification'; readonly userId: string; readonly code: string }
  /** Too many messages wait: the call must begin again. */
  | { readonly name: 'failed' }
