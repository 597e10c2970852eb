import type { ClientState } from '@guildhall/client/records'
import { type ChannelObject, Permission, STAGE_TOPIC_MAX, type StageInstanceObject } from '@guildhall/protocol'
import { useState } from 'react'
import styles from '../../domain/voice/voice.module.css'
import { moderatesStage, ownVoiceState, stageRole } from '../../domain/voice/voice-states.ts'
import { useClient, useClientState } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog, Dialog, DialogButtons } from '../../ui/dialog.tsx'
import { ErrorText, SwitchField, TextField } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { useChanges } from '../../ui/use-changes.ts'
import { useSave } from '../../ui/use-save.ts'

function stageOf({ guilds }: ClientState, channel: ChannelObject): StageInstanceObject | undefined {
  const stages = guilds.get(channel.guild_id ?? '')?.stages.values() ?? []
  return [...stages].find(({ channel_id }) => channel_id === channel.id)
}

/** The topic of a stage that is live. */
export function StageTopic({ channel }: { channel: ChannelObject }) {
  const topic = useClientState((state) => stageOf(state, channel)?.topic)
  return <p className={styles.status}>{topic ?? t('The stage has not started.')}</p>
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
          <Button onClick={() => setOpen('topic')}>{stage ? t('Edit topic') : t('Start stage')}</Button>
          {stage && <Button onClick={() => setOpen('end')}>{t('End stage')}</Button>}
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
      client.api.call('update_self_voice_state', {
        params: { guild_id: channel.guild_id ?? '' },
        body: { channel_id: channel.id, ...changes },
      }),
    )
  const ask = () => change({ request_to_speak_timestamp: new Date().toISOString() })
  const mayAsk = (permissions & Permission.REQUEST_TO_SPEAK) !== 0n
  const maySpeak = (permissions & Permission.MUTE_MEMBERS) !== 0n
  return (
    <>
      {saving.error && <ErrorText>{saving.error}</ErrorText>}
      {role === 'invited' && (
        <>
          <span role="status">{t('You are invited to speak.')}</span>
          <Button look="primary" onClick={() => change({ request_to_speak_timestamp: null })}>
            {t('Accept')}
          </Button>
          <Button onClick={() => change({ suppress: true })}>{t('Decline')}</Button>
        </>
      )}
      {role === 'speaker' && <Button onClick={() => change({ suppress: true })}>{t('Move to audience')}</Button>}
      {role === 'asking' && (
        <Button onClick={() => change({ request_to_speak_timestamp: null })}>{t('Cancel request')}</Button>
      )}
      {role === 'audience' && mayAsk && !maySpeak && <Button onClick={ask}>{t('Request to speak')}</Button>}
      {(role === 'audience' || role === 'asking') && maySpeak && (
        <Button onClick={() => change({ suppress: false, request_to_speak_timestamp: null })}>{t('Speak')}</Button>
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

  const changes = useChanges({ topic: stage?.topic ?? '', notify: false }, { isNew: !stage })
  const { topic, notify } = changes.values
  const submit = changes.onSubmit(
    saving,
    () =>
      stage
        ? client.api.call('update_stage_instance', { params: { channel_id: channel.id }, body: { topic } })
        : client.api.call('create_stage_instance', {
            body: { channel_id: channel.id, topic, send_start_notification: notify },
          }),
    onClose,
  )

  return (
    <Dialog title={stage ? t('Edit topic') : t('Start stage')} onClose={onClose}>
      <form className={form.form} onSubmit={submit}>
        <TextField
          label={t('Topic')}
          {...changes.text('topic')}
          required
          maxLength={STAGE_TOPIC_MAX}
          autoFocus
          error={saving.error ?? undefined}
        />
        {mayNotify && <SwitchField label={t('Notify everyone')} {...changes.flag('notify')} />}
        <DialogButtons
          action={stage ? t('Save') : t('Start')}
          busy={saving.busy}
          onCancel={onClose}
          changes={changes}
        />
      </form>
    </Dialog>
  )
}

function EndStage({ channel, onClose }: { channel: ChannelObject; onClose: () => void }) {
  const client = useClient()
  const saving = useSave()
  return (
    <ConfirmDialog
      title={t('End the stage in {name}?', { name: channel.name ?? '' })}
      description={saving.error ?? t('The topic is removed. People stay in the channel.')}
      action={t('End stage')}
      danger
      busy={saving.busy}
      onConfirm={() =>
        void saving
          .run(() => client.api.call('delete_stage_instance', { params: { channel_id: channel.id } }))
          .then((ended) => ended && onClose())
      }
      onClose={onClose}
    />
  )
}
