import { type ChannelObject, Permission, STAGE_TOPIC_MAX, type StageInstanceObject } from '@guildhall/protocol'
import { type FormEvent, useState } from 'react'
import styles from '../../domain/voice/voice.module.css'
import { moderatesStage, ownVoiceState, stageRole } from '../../domain/voice/voice-states.ts'
import { useClient, useClientState } from '../../gateway/react.tsx'
import type { ClientState } from '../../gateway/state.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog, Dialog, DialogButtons } from '../../ui/dialog.tsx'
import { ErrorText, SwitchField, TextField } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { useSave } from '../../ui/use-save.ts'

function stageOf({ guilds }: ClientState, channel: ChannelObject): StageInstanceObject | undefined {
  const stages = guilds.get(channel.guild_id ?? '')?.stages.values() ?? []
  return [...stages].find(({ channel_id }) => channel_id === channel.id)
}

/** The topic of a stage that is live. */
export function StageTopic({ channel }: { channel: ChannelObject }) {
  const topic = useClientState((state) => stageOf(state, channel)?.topic)
  return <p className={styles.status}>{topic ?? 'The stage has not started.'}</p>
}

/** Buttons of a stage: start, edit and end it, and take part. */
export function StageControls({ channel, permissions }: { channel: ChannelObject; permissions: bigint }) {
  const [open, setOpen] = useState<'topic' | 'end' | null>(null)
  const stage = useClientState((state) => stageOf(state, channel))
  const close = () => setOpen(null)
  return (
    <>
      <SpeakerControls channel={channel} permissions={permissions} />
      {moderatesStage(permissions) && (
        <>
          <Button onClick={() => setOpen('topic')}>{stage ? 'Edit topic' : 'Start stage'}</Button>
          {stage && <Button onClick={() => setOpen('end')}>End stage</Button>}
        </>
      )}
      {open === 'topic' && <TopicDialog channel={channel} stage={stage} permissions={permissions} onClose={close} />}
      {open === 'end' && <EndStage channel={channel} onClose={close} />}
    </>
  )
}

/** Ask to speak, accept an invitation, return to the audience. */
function SpeakerControls({ channel, permissions }: { channel: ChannelObject; permissions: bigint }) {
  const client = useClient()
  const saving = useSave()
  const own = useClientState(ownVoiceState)
  if (own?.channel_id !== channel.id) return null
  const role = stageRole(own)
  const change = (changes: object) =>
    void saving.run(() =>
      client.api.patch(`/guilds/${channel.guild_id}/voice-states/@me`, { channel_id: channel.id, ...changes }),
    )
  const ask = () => change({ request_to_speak_timestamp: new Date().toISOString() })
  const mayAsk = (permissions & Permission.REQUEST_TO_SPEAK) !== 0n
  const maySpeak = (permissions & Permission.MUTE_MEMBERS) !== 0n
  return (
    <>
      {saving.error && <ErrorText>{saving.error}</ErrorText>}
      {role === 'invited' && (
        <>
          <span role="status">You are invited to speak.</span>
          <Button look="primary" onClick={() => change({ request_to_speak_timestamp: null })}>
            Accept
          </Button>
          <Button onClick={() => change({ suppress: true })}>Decline</Button>
        </>
      )}
      {role === 'speaker' && <Button onClick={() => change({ suppress: true })}>Move to audience</Button>}
      {role === 'asking' && (
        <Button onClick={() => change({ request_to_speak_timestamp: null })}>Cancel request</Button>
      )}
      {role === 'audience' && mayAsk && !maySpeak && <Button onClick={ask}>Request to speak</Button>}
      {(role === 'audience' || role === 'asking') && maySpeak && (
        <Button onClick={() => change({ suppress: false, request_to_speak_timestamp: null })}>Speak</Button>
      )}
    </>
  )
}

function TopicDialog(props: {
  channel: ChannelObject
  stage: StageInstanceObject | undefined
  permissions: bigint
  onClose: () => void
}) {
  const { channel, stage, permissions, onClose } = props
  const client = useClient()
  const saving = useSave()
  const mayNotify = !stage && (permissions & Permission.MENTION_EVERYONE) !== 0n

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const values = new FormData(event.currentTarget)
    const topic = String(values.get('topic'))
    const started = { channel_id: channel.id, topic, send_start_notification: values.get('notify') === 'on' }
    void saving
      .run(() =>
        stage
          ? client.api.patch(`/stage-instances/${channel.id}`, { topic })
          : client.api.post('/stage-instances', started),
      )
      .then((saved) => saved && onClose())
  }

  return (
    <Dialog title={stage ? 'Edit topic' : 'Start stage'} onClose={onClose}>
      <form className={form.form} onSubmit={submit}>
        <TextField
          label="Topic"
          name="topic"
          required
          maxLength={STAGE_TOPIC_MAX}
          defaultValue={stage?.topic}
          autoFocus
          error={saving.error ?? undefined}
        />
        {mayNotify && <SwitchField label="Notify everyone" name="notify" />}
        <DialogButtons action={stage ? 'Save' : 'Start'} busy={saving.busy} onCancel={onClose} />
      </form>
    </Dialog>
  )
}

function EndStage({ channel, onClose }: { channel: ChannelObject; onClose: () => void }) {
  const client = useClient()
  const saving = useSave()
  return (
    <ConfirmDialog
      title={`End the stage in ${channel.name}?`}
      description={saving.error ?? 'The topic is removed. People stay in the channel.'}
      action="End stage"
      danger
      busy={saving.busy}
      onConfirm={() =>
        void saving.run(() => client.api.delete(`/stage-instances/${channel.id}`)).then((ended) => ended && onClose())
      }
      onClose={onClose}
    />
  )
}
