import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError, MessageFlag, Permission } from '@guildhall/protocol'
import type { UploadedFile } from '../../../kernel/files.ts'
import type { MessageRequest } from './requests.ts'
import { checkVoiceMessage } from './voice-message-rules.ts'

const VOICE = MessageFlag.IS_VOICE_MESSAGE
const ALLOWED = Permission.SEND_VOICE_MESSAGES
const waveform = (points: number) => Buffer.alloc(points, 1).toString('base64')
const file = (filename: string) => ({ filename, picture: null }) as unknown as UploadedFile
const recording = (fields: object = {}) => [{ id: 0n, duration_secs: 1.5, waveform: waveform(256), ...fields }]

interface Given {
  flags?: number
  body?: object
  files?: readonly UploadedFile[]
  permissions?: bigint
}
const CASES: readonly [name: string, given: Given, code: number | undefined][] = [
  ['one audio file with its length and waveform', {}, undefined],
  ['a message without the flag and without the permission', { flags: 0, files: [], permissions: 0n }, undefined],
  ['a sender without SEND_VOICE_MESSAGES', { permissions: Permission.SEND_MESSAGES }, 50173],
  ['a text beside the file', { body: { content: 'listen' } }, 50159],
  ['an embed beside the file', { body: { embeds: [{}] } }, 50159],
  ['empty lists beside the file', { body: { embeds: [], components: [], sticker_ids: [] } }, undefined],
  ['no file', { files: [] }, 50160],
  ['two files', { files: [file('a.ogg'), file('b.ogg')] }, 50160],
  ['a file that is no audio', { files: [file('a.txt')] }, 50160],
  ['a file without a description', { body: { attachments: undefined } }, 50161],
  ['no length', { body: { attachments: recording({ duration_secs: null }) } }, 50161],
  ['a waveform of 257 points', { body: { attachments: recording({ waveform: waveform(257) }) } }, 50161],
  ['a waveform that is no base64', { body: { attachments: recording({ waveform: 'no base64!' }) } }, 50161],
  ['an empty waveform', { body: { attachments: recording({ waveform: '' }) } }, 50161],
]
for (const [name, { flags = VOICE, body = {}, files = [file('voice.ogg')], permissions = ALLOWED }, code] of CASES) {
  test(`a voice message with ${name} is ${code ? `refused with ${code}` : 'accepted'}`, () => {
    const request = { attachments: recording(), ...body } as unknown as MessageRequest
    const check = () => checkVoiceMessage(flags, request, files, permissions)
    if (code) assert.throws(check, (error) => error instanceof ApiError && error.code === code)
    else check()
  })
}
