import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lobbyOf, player } from '../support/players.ts'
import * as sdk from '../support/sdk.ts'
import { sdkLab } from '../support/sdk-lab.ts'
import { until } from '../support/until.ts'

const { Status } = sdk.Call

/** Status changes of a call. */
function statusesOf(call: sdk.Call): string[] {
  const seen: string[] = []
  call.SetStatusChangedCallback((status) => void seen.push(sdk.Call.StatusToString(status)))
  return seen
}

test('two players talk in the call of their lobby', async (t) => {
  await using lab = await sdkLab()
  const ann = await player(lab, 'ann', 440)
  const bob = await player(lab, 'bob', 880)
  const none = ann.client.StartCall(1n)
  assert.deepEqual([none.valid, none.GetStatus()], [false, Status.Disconnected], 'a lobby that the player is not in')
  const lobbyId = await lobbyOf(lab, ann, bob)
  const [call, bobsCall] = [ann.client.GetCall(lobbyId), bob.client.GetCall(lobbyId)]
  const seen = statusesOf(call)

  await t.test('[SUB-11] [SUB-14] a call passes its statuses in order, and both hear each other alone', async () => {
    await until(() => seen.length === 4 && bobsCall.GetStatus() === Status.Connected, 'call')
    assert.deepEqual(seen, ['Joining', 'Connecting', 'SignalingConnected', 'Connected'])
    await Promise.all([ann.sound.hearsOnly(880, [440]), bob.sound.hearsOnly(440, [880])])
    assert.equal(ann.client.StartCall(lobbyId).valid, false, 'the player is in the call already')
    assert.equal(call.GetChannelId(), lobbyId)
    assert.equal(call.GetGuildId(), lobbyId)
    assert.deepEqual(call.GetParticipants().toSorted(), [ann.id, bob.id].toSorted())
    assert.equal(ann.client.GetCalls().length, 1)
  })

  await t.test('a participant who is muted by the listener, or whose volume is 0, is not heard', async () => {
    call.SetLocalMute(bob.id, true)
    assert.equal(call.GetLocalMute(bob.id), true)
    await ann.sound.hearsNothing(880)
    call.SetLocalMute(bob.id, false)
    call.SetParticipantVolume(bob.id, -5)
    assert.equal(call.GetParticipantVolume(bob.id), 0)
    await ann.sound.hearsNothing(880)
    call.SetParticipantVolume(bob.id, 400)
    assert.equal(call.GetParticipantVolume(bob.id), 200)
    await ann.sound.hearsOnly(880, [440])
    call.SetParticipantVolume(bob.id, 100)
    ann.client.SetOutputVolume(0)
    await ann.sound.hearsNothing(880)
    ann.client.SetOutputVolume(500)
    assert.equal(ann.client.GetOutputVolume(), 200)
    ann.client.SetOutputVolume(100)
  })

  await t.test('mutes reach the other player, silence the sender, and SetSelfMuteAll overrides them', async () => {
    const changes: bigint[] = []
    bobsCall.SetOnVoiceStateChangedCallback((userId) => void changes.push(userId))
    call.SetSelfMute(true)
    await until(() => bobsCall.GetVoiceStateHandle(ann.id)?.SelfMute() === true, 'voice state')
    assert.equal(call.GetSelfMute(), true)
    await bob.sound.hearsNothing(440)
    call.SetSelfMute(false)
    await bob.sound.hearsOnly(440, [880])
    ann.client.SetSelfMuteAll(true)
    await until(() => bobsCall.GetVoiceStateHandle(ann.id)?.SelfMute() === true, 'voice state')
    assert.equal(call.GetSelfMute(), false)
    assert.equal(ann.client.GetSelfMuteAll(), true)
    ann.client.SetSelfMuteAll(false)
    call.SetSelfDeaf(true)
    await until(() => bobsCall.GetVoiceStateHandle(ann.id)?.SelfDeaf() === true, 'voice state')
    assert.equal(call.GetSelfDeaf(), true)
    await ann.sound.hearsNothing(880)
    call.SetSelfDeaf(false)
    ann.client.SetSelfDeafAll(true)
    assert.equal(ann.client.GetSelfDeafAll(), true)
    await ann.sound.hearsNothing(880)
    ann.client.SetSelfDeafAll(false)
    await ann.sound.hearsOnly(880, [440])
    assert.ok(changes.every((userId) => userId === ann.id) && changes.length >= 3)
    assert.equal(call.GetVoiceStateHandle(1n), null)
  })

  await t.test('voice detection and push to talk decide what is sent', async () => {
    const speaking: [bigint, boolean][] = []
    bobsCall.SetSpeakingStatusChangedCallback((userId, isSpeaking) => void speaking.push([userId, isSpeaking]))
    assert.equal(call.GetAudioMode(), sdk.AudioModeType.MODE_VAD)
    assert.deepEqual([call.GetVADThreshold().Automatic(), call.GetVADThreshold().VadThreshold()], [true, -60])
    call.SetVADThreshold(false, 50)
    assert.deepEqual([call.GetVADThreshold().Automatic(), call.GetVADThreshold().VadThreshold()], [false, 0])
    await bob.sound.hearsNothing(440)
    call.SetVADThreshold(false, -40)
    await bob.sound.hearsOnly(440, [880])
    call.SetAudioMode(sdk.AudioModeType.MODE_PTT)
    await bob.sound.hearsNothing(440)
    call.SetPTTReleaseDelay(20)
    assert.equal(call.GetPTTReleaseDelay(), 20)
    call.SetPTTActive(true)
    assert.equal(call.GetPTTActive(), true)
    await bob.sound.hearsOnly(440, [880])
    call.SetPTTActive(false)
    await bob.sound.hearsNothing(440)
    call.SetAudioMode(sdk.AudioModeType.MODE_VAD)
    call.SetVADThreshold(true, -60)
    await until(() => speaking.filter(([userId]) => userId === ann.id).length >= 4, 'speaking changes')
  })

  await t.test('devices are chosen by id, and follow what is plugged in', async () => {
    const { client, sound } = ann
    const [inputs] = await client.GetInputDevices()
    const [outputs] = await client.GetOutputDevices()
    assert.deepEqual(
      [inputs, outputs].map((list) => list.map((device) => device.Id())),
      [
        ['headset', 'table'],
        ['headset', 'table'],
      ],
    )
    assert.equal((await client.GetCurrentInputDevice())[0].Name(), 'Headset')
    assert.equal((await client.SetInputDevice('table'))[0].Successful(), true)
    assert.equal((await client.SetOutputDevice('table'))[0].Successful(), true)
    assert.equal((await client.GetCurrentOutputDevice())[0].Id(), 'table')
    assert.equal((await client.SetInputDevice('nothing'))[0].Type(), sdk.ErrorType.ValidationError)
    assert.equal((await client.SetOutputDevice('nothing'))[0].Type(), sdk.ErrorType.ValidationError)
    const lists: string[][] = []
    client.SetDeviceChangeCallback((input, output) => void lists.push([...input, ...output].map((one) => one.Id())))
    sound.plug([{ id: 'headset', name: 'Headset', isDefault: true }])
    await until(() => lists.length === 1, 'device change')
    assert.deepEqual(lists, [['headset', 'headset']])
    assert.equal((await client.GetCurrentInputDevice())[0].Id(), 'headset')
    assert.deepEqual(sound.opened.slice(-4), ['-in table', '+in headset', '-out table', '+out headset'])
    await ann.sound.hearsOnly(880, [440])
  })

  await t.test('a silent microphone is reported, and the volume of the microphone is limited', async () => {
    const { client, sound } = ann
    const heard: boolean[] = []
    client.SetNoAudioInputCallback((isDetected) => void heard.push(isDetected))
    client.SetNoAudioInputThreshold(-50)
    sound.hertz = 0
    await until(() => heard.length === 1, 'silent microphone')
    sound.hertz = 440
    await until(() => heard.length === 2, 'microphone')
    assert.deepEqual(heard, [false, true])
    client.SetInputVolume(150)
    assert.equal(client.GetInputVolume(), 100)
    client.SetInputVolume(-1)
    assert.equal(client.GetInputVolume(), 0)
    await bob.sound.hearsNothing(440)
    client.SetInputVolume(100)
  })

  await t.test('hints about processing reach the backend', () => {
    const { client, sound } = ann
    client.SetEchoCancellation(false)
    client.SetNoiseSuppression(false)
    client.SetAutomaticGainControl(false)
    client.SetAecDump(true)
    client.SetNoiseCancellation(true)
    assert.deepEqual(sound.processing.at(-1), {
      echoCancellation: false,
      noiseSuppression: false,
      noiseCancellation: true,
      automaticGainControl: false,
      aecDump: true,
    })
  })

  await t.test(
    '[SUB-14] a participant who leaves is reported to the call and to lobby members outside of it',
    async () => {
      const inCall: [bigint, boolean][] = []
      const inLobby: [bigint, bigint, boolean][] = []
      call.SetParticipantChangedCallback((userId, added) => void inCall.push([userId, added]))
      ann.client.SetVoiceParticipantChangedCallback((...given) => void inLobby.push(given))
      await bob.client.EndCall(lobbyId)
      assert.equal(bobsCall.valid, false)
      assert.equal(bobsCall.GetStatus(), Status.Disconnected)
      assert.deepEqual(bob.client.GetCalls(), [])
      await until(() => inCall.length === 1, 'participant')
      assert.deepEqual(inCall, [[bob.id, false]])
      const seen = statusesOf(call)
      await ann.client.EndCalls()
      await until(() => seen.length === 2, 'statuses')
      assert.deepEqual(seen, ['Disconnecting', 'Disconnected'])
      assert.equal(ann.client.GetCall(lobbyId).valid, false)
      await until(() => inLobby.length === 2, 'participants of the lobby')
      assert.deepEqual(inLobby, [
        [lobbyId, bob.id, false],
        [lobbyId, ann.id, false],
      ])
      assert.equal(ann.sound.opened.filter((line) => line.startsWith('+')).length, ann.sound.opened.length / 2)
    },
  )

  await t.test('the game takes and changes the sound in both directions', async () => {
    const captured: number[] = []
    const received: [bigint, number][] = []
    const sizes = new Set<string>()
    const mute = { on: false }
    const taken = ann.client.StartCallWithAudioCallbacks(
      lobbyId,
      (userId, data, samples, rate, channels, outShouldMute) => {
        received.push([userId, data.length])
        sizes.add(`${samples} ${rate} ${channels}`)
        outShouldMute.value = mute.on
      },
      (data, samples, rate, channels) => {
        captured.push(data.length)
        sizes.add(`${samples} ${rate} ${channels}`)
        data.fill(0)
      },
    )
    assert.equal(taken.valid, true)
    assert.equal(bob.client.StartCall(lobbyId).valid, true)
    await ann.sound.hearsOnly(880, [440])
    await bob.sound.hearsNothing(440)
    assert.ok(captured.length > 10 && captured.every((length) => length === 1_920))
    assert.ok(received.length > 10 && received.every(([id, length]) => id === bob.id && length === 1_920))
    assert.deepEqual([...sizes], ['960 48000 2'])
    mute.on = true
    await ann.sound.hearsNothing(880)
  })
})

test('[SDK-36] [SDK-37] [VER-17] a managed audio session lets SetSpeakerMode work, which is deprecated', async () => {
  await using lab = await sdkLab()
  const client = lab.client('arcade')
  const lines: string[] = []
  const voiceLines: string[] = []
  client.AddLogCallback((line) => void lines.push(line), sdk.LoggingSeverity.Warning)
  client.AddVoiceLogCallback((line) => void voiceLines.push(line), sdk.LoggingSeverity.Info)
  assert.equal(client.SetSpeakerMode(true), false)
  client.SetEngineManagedAudioSession(true)
  assert.equal(client.SetSpeakerMode(true), true)
  assert.equal(client.ShowAudioRoutePicker(), false)
  client.SetThreadPriority(sdk.Client.Thread.Voice, 2)
  client.SetOpusHardwareCoding(false, true)
  await until(() => voiceLines.length === 4, 'lines of the log')
  assert.equal(lines.filter((line) => line.includes('SetSpeakerMode')).length, 1)
  for (const word of ['loudspeaker', 'route', 'Voice 2', 'decode true'])
    assert.ok(
      voiceLines.some((line) => line.includes(word)),
      word,
    )
  // The default backend is silent, with one device each way.
  const [inputs] = await client.GetInputDevices()
  assert.deepEqual(
    inputs.map((device) => device.Id()),
    [sdk.Client.GetDefaultAudioDeviceId()],
  )
})
