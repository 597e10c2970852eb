/** Video of browsers, as the voice server announces it. */
import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { instant, VoiceCloseCode, VoiceOp } from '@guildhall/protocol'
import { PageInCall } from '../support/page-in-call.ts'
import { startVoiceLab, type VoiceLab } from '../support/voice-lab.ts'

const WAIT_MS = 10_000

describe('video of browsers', () => {
  let lab: VoiceLab
  const pages: PageInCall[] = []

  before(async () => {
    // Before March 2026 calls may be plain.
    lab = await startVoiceLab({ date: instant('2026-02-01T12:00:00Z') })
  })

  afterEach(async () => {
    const opened = pages.splice(0)
    for (const page of opened) page.close()
    await Promise.all(opened.map(({ wire }) => wire.closed))
  })

  after(async () => {
    await lab[Symbol.asyncDispose]()
  })

  async function opened(name: string): Promise<PageInCall> {
    const page = await PageInCall.open(lab, name, 'other')
    pages.push(page)
    return page
  }

  test('sound and video that a page announces before op 1 reach the members of the call', async () => {
    const [viewer, early] = [await opened('ann'), await opened('bob')]
    await viewer.negotiate()
    const { ssrc } = early.ready
    const [stream] = early.ready.streams
    assert.ok(stream)
    const streams = [{ ...stream, active: true }]
    const received = Promise.all([VoiceOp.SPEAKING, VoiceOp.VIDEO].map((op) => viewer.wire.next(op, WAIT_MS)))
    early.wire.send(VoiceOp.SPEAKING, { speaking: 2, delay: 0, ssrc })
    early.wire.send(VoiceOp.VIDEO, { audio_ssrc: ssrc, video_ssrc: stream.ssrc, rtx_ssrc: stream.rtx_ssrc, streams })
    await early.negotiate()
    const [speaking, video] = await received
    assert.deepEqual(speaking?.d, { user_id: early.userId, ssrc, speaking: 2, delay: 0 })
    const { user_id, streams: shown } = video?.d as { user_id: string; streams: object[] }
    assert.deepEqual([user_id, shown], [early.userId, streams])
  })

  test('an op 12 with an SSRC of another member closes the socket, and nobody receives it', async () => {
    const victim = await opened('ann')
    await victim.negotiate()
    const [theirs] = victim.ready.streams
    const first = victim.wire.next(VoiceOp.VIDEO, WAIT_MS)
    for (const [field, foreign] of [
      ['audio_ssrc', victim.ssrc],
      ['video_ssrc', theirs?.ssrc],
      ['rtx_ssrc', theirs?.rtx_ssrc],
      ['stream', theirs?.ssrc],
    ] as const) {
      const liar = await opened('bob')
      await liar.negotiate()
      const [own] = liar.ready.streams
      const ids = { audio_ssrc: liar.ssrc, video_ssrc: own?.ssrc, rtx_ssrc: own?.rtx_ssrc }
      const streams = [{ ...own, active: true, ...(field === 'stream' && { ssrc: foreign }) }]
      liar.wire.send(VoiceOp.VIDEO, { ...ids, streams, ...(field !== 'stream' && { [field]: foreign }) })
      assert.equal((await liar.wire.closed).code, VoiceCloseCode.BAD_REQUEST, field)
    }
    const honest = await opened('bob')
    await honest.negotiate()
    const streams = honest.ready.streams.map((stream) => ({ ...stream, active: true }))
    honest.wire.send(VoiceOp.VIDEO, { audio_ssrc: honest.ssrc, video_ssrc: streams[0]?.ssrc, rtx_ssrc: 0, streams })
    assert.equal(((await first).d as { audio_ssrc: number }).audio_ssrc, honest.ssrc)
  })
})
