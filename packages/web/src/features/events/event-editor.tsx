import type { BodyOf } from '@guildhall/client'
import {
  ChannelType,
  ScheduledEventEntityType as Kind,
  SCHEDULED_EVENT_DESCRIPTION_MAX,
  SCHEDULED_EVENT_LOCATION_MAX,
  SCHEDULED_EVENT_NAME_MAX,
  type ScheduledEventObject,
  ScheduledEventStatus,
} from '@guildhall/protocol'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useChannelChoices } from '../../domain/guilds/guild-choices.ts'
import { useClient } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { Dialog, DialogButtons } from '../../ui/dialog.tsx'
import { ErrorText, SelectField, TextArea, TextField } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { type ImageChange, ImageField } from '../../ui/image-field.tsx'
import { useChanges } from '../../ui/use-changes.ts'
import { type Saving, useSave } from '../../ui/use-save.ts'
import { Cover } from './event-card.tsx'
import { bodyOfEvent, changesOfEvent, type EventForm, eventFormOf, newEventForm } from './event-form.ts'
import { REPEATS, repeatWords } from './recurrence.ts'

/** A dialog that creates an event, or changes one. */
export function EventEditor(props: { guildId: string; event: ScheduledEventObject | null; onClose: () => void }) {
  const { guildId, event, onClose } = props
  const client = useClient()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const saving = useSave()
  const [start] = useState(() => newEventForm(Date.now()))
  const changes = useChanges<EventForm & { image: ImageChange }>(
    { ...(event ? eventFormOf(event) : start), image: undefined },
    { isNew: event === null },
  )
  const { values, set: change } = changes
  const { image, ...fields } = values
  const saved = useRef('')

  const submit = changes.onSubmit(
    saving,
    async () => {
      const picture = image === undefined ? {} : { image }
      const { id } = event
        ? await client.api.call('update_guild_scheduled_event', {
            params: { guild_id: guildId, guild_scheduled_event_id: event.id },
            body: { ...changesOfEvent(event, fields), ...picture } as BodyOf<'update_guild_scheduled_event'>,
          })
        : await client.api.call('create_guild_scheduled_event', {
            params: { guild_id: guildId },
            body: { ...bodyOfEvent(fields), ...picture } as BodyOf<'create_guild_scheduled_event'>,
          })
      saved.current = id
      await queries.invalidateQueries({ queryKey: ['events', guildId] })
    },
    () => {
      onClose()
      void navigate({ to: '/channels/$guildId/events/$', params: { guildId, _splat: saved.current } })
    },
  )

  const live = event?.status === ScheduledEventStatus.ACTIVE
  return (
    <Dialog title={event ? t('Edit event') : t('Create event')} onClose={onClose} width="medium" holdsText>
      <form className={form.form} onSubmit={submit}>
        <TextField
          label={t('Name')}
          required
          maxLength={SCHEDULED_EVENT_NAME_MAX}
          autoFocus
          value={values.name}
          onChange={({ target }) => change({ name: target.value })}
          error={saving.errorOf('name')}
        />
        <PlaceFields guildId={guildId} values={values} onChange={change} saving={saving} live={live} />
        <TimeFields values={values} onChange={change} saving={saving} live={live} />
        <TextArea
          label={t('Description')}
          maxLength={SCHEDULED_EVENT_DESCRIPTION_MAX}
          value={values.description}
          onChange={({ target }) => change({ description: target.value })}
          error={saving.errorOf('description')}
        />
        <ImageField
          label={t('Cover image')}
          current={event?.image && <Cover event={event} />}
          removable={Boolean(event?.image)}
          value={image}
          onChange={(image) => change({ image })}
          error={saving.errorOf('image')}
          wide
        />
        {saving.error && <ErrorText>{saving.error}</ErrorText>}
        <DialogButtons
          action={event ? t('Save') : t('Create')}
          busy={saving.busy}
          onCancel={onClose}
          changes={changes}
        />
      </form>
    </Dialog>
  )
}

interface FieldsProps {
  values: EventForm
  onChange: (changes: Partial<EventForm>) => void
  saving: Saving
  live: boolean
}

const VOICE_TYPES: readonly number[] = [ChannelType.GUILD_VOICE]
const STAGE_TYPES: readonly number[] = [ChannelType.GUILD_STAGE_VOICE]

function PlaceFields({ guildId, values, onChange, saving, live }: FieldsProps & { guildId: string }) {
  const channels = useChannelChoices(guildId, values.kind === Kind.STAGE_INSTANCE ? STAGE_TYPES : VOICE_TYPES)
  return (
    <>
      <SelectField
        label={t('Where')}
        value={values.kind}
        disabled={live}
        onChange={({ target }) => onChange({ kind: Number(target.value), channelId: '' })}
      >
        <option value={Kind.EXTERNAL}>{t('Somewhere else')}</option>
        <option value={Kind.VOICE}>{t('Voice channel')}</option>
        <option value={Kind.STAGE_INSTANCE}>{t('Stage channel')}</option>
      </SelectField>
      {values.kind === Kind.EXTERNAL ? (
        <TextField
          label={t('Location')}
          required
          maxLength={SCHEDULED_EVENT_LOCATION_MAX}
          value={values.location}
          onChange={({ target }) => onChange({ location: target.value })}
          hint={t('A place or an address on the web')}
          error={saving.errorOf('entity_metadata', 'location')}
        />
      ) : (
        <SelectField
          label={t('Channel')}
          required
          disabled={live}
          value={values.channelId}
          onChange={({ target }) => onChange({ channelId: target.value })}
          error={saving.errorOf('channel_id')}
        >
          <option value="">{t('Choose a channel')}</option>
          {channels.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
      )}
    </>
  )
}

function TimeFields({ values, onChange, saving, live }: FieldsProps) {
  const start = values.start === '' ? new Date().toISOString() : new Date(values.start).toISOString()
  return (
    <>
      <TextField
        label={t('event|Start')}
        type="datetime-local"
        required
        disabled={live}
        value={values.start}
        onChange={({ target }) => onChange({ start: target.value })}
        error={saving.errorOf('scheduled_start_time')}
      />
      <TextField
        label={t('event|End')}
        type="datetime-local"
        required={values.kind === Kind.EXTERNAL}
        value={values.end}
        onChange={({ target }) => onChange({ end: target.value })}
        error={saving.errorOf('scheduled_end_time')}
      />
      <SelectField
        label={t('Repeats')}
        disabled={live}
        value={values.repeat}
        onChange={({ target }) => onChange({ repeat: REPEATS.find((repeat) => repeat === target.value) ?? 'never' })}
        error={saving.errorOf('recurrence_rule')}
      >
        {REPEATS.map((repeat) => (
          <option key={repeat} value={repeat}>
            {repeatWords(repeat, start)}
          </option>
        ))}
      </SelectField>
    </>
  )
}
