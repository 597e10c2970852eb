import type { BodyOf } from '@guildhall/client'
import {
  ACTIVITY_RELEASE_PHASES,
  ActivityLabel,
  EMBEDDED_ACTIVITY_PLATFORMS,
  type EmbeddedActivityConfigObject,
  LOCALES,
  OrientationLockState,
} from '@guildhall/protocol'
import { useClient } from '../../gateway/react.tsx'
import { type Message, msg, t } from '../../lib/language/text.ts'
import type { Changed } from '../../ui/changes.ts'
import { SelectField, SwitchField, TextField } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { SaveBar } from '../../ui/save-bar.tsx'
import { type Changes, useChanges } from '../../ui/use-changes.ts'
import { useSave } from '../../ui/use-save.ts'

export type ActivityConfig = EmbeddedActivityConfigObject

const PLATFORM_NAMES: Readonly<Record<string, Message>> = {
  web: msg('Web and desktop'),
  ios: msg('iOS'),
  android: msg('Android'),
}
const ORIENTATIONS = [
  [OrientationLockState.UNLOCKED, msg('Not locked')],
  [OrientationLockState.PORTRAIT, msg('Portrait')],
  [OrientationLockState.LANDSCAPE, msg('Landscape')],
] as const
const LABELS = [
  [ActivityLabel.NONE, msg('No label')],
  [ActivityLabel.NEW, msg('New')],
  [ActivityLabel.UPDATED, msg('Updated')],
] as const
const PHASES: Readonly<Record<(typeof ACTIVITY_RELEASE_PHASES)[number], Message>> = {
  in_development: msg('Test mode: in development, for its owner only'),
  activities_team: msg('Test mode: the team'),
  employee_release: msg('Test mode: the operator'),
  soft_launch: msg('Soft launch'),
  soft_launch_multi_geo: msg('Soft launch in several regions'),
  global_launch: msg('Released to everyone'),
}

function platformName(platform: string): string {
  const name = PLATFORM_NAMES[platform]
  return name ? t(name) : platform
}

/** Edits how clients show an activity: platforms, orientation, release, place on the shelf, languages. */
export function ActivityForm(props: {
  applicationId: string
  config: ActivityConfig
  onSaved: () => Promise<unknown>
}) {
  const { applicationId, config, onSaved } = props
  const client = useClient()
  const saving = useSave()
  const changes = useChanges(valuesOf(config))
  const platforms = changes.values.supported_platforms
  const submit = changes.onSubmit(saving, async (changed) => {
    await client.api.call('update_embedded_activity_config', {
      params: { application_id: applicationId },
      body: bodyOf(changed) as BodyOf<'update_embedded_activity_config'>,
    })
    await onSaved()
  })

  return (
    <form className={form.form} onSubmit={submit}>
      <fieldset className={form.choices}>
        <legend className={form.legend}>{t('Supported platforms')}</legend>
        {EMBEDDED_ACTIVITY_PLATFORMS.map((platform) => (
          <label key={platform} className={form.choice}>
            <input
              type="checkbox"
              checked={platforms.includes(platform)}
              onChange={({ target }) =>
                changes.set({
                  supported_platforms: target.checked
                    ? [...platforms, platform]
                    : platforms.filter((one) => one !== platform),
                })
              }
            />
            {platformName(platform)}
          </label>
        ))}
      </fieldset>
      {platforms.map((platform) => (
        <PlatformFields key={platform} platform={platform} changes={changes} />
      ))}
      <Choice label={t('Orientation on phones')} {...changes.number('default_orientation_lock_state')} />
      <Choice label={t('Orientation on tablets')} {...changes.number('tablet_default_orientation_lock_state')} />
      <TextField
        label={t('Shelf rank')}
        {...changes.number('shelf_rank')}
        type="number"
        min={0}
        max={1_000_000}
        hint={t('Activities with a lower rank come first on the shelf.')}
        error={saving.errorOf('shelf_rank')}
      />
      <TextField
        label={t('Supported languages')}
        {...changes.text('supported_locales')}
        hint={t('Codes such as {codes}, separated by commas. Empty for all.', {
          codes: LOCALES.slice(0, 3).join(', '),
        })}
        error={saving.errorOf('supported_locales')}
      />
      <TextField
        label={t('Blocked languages')}
        {...changes.text('blocked_locales')}
        error={saving.errorOf('blocked_locales')}
      />
      <SwitchField label={t('Requires an age check')} {...changes.flag('requires_age_gate')} />
      <SwitchField label={t('Displays advertisements')} {...changes.flag('displays_advertisements')} />
      <SwitchField
        label={t('Keep the old aspect ratio')}
        hint={t('The page always has the proportions 16 to 9, as activities once had.')}
        {...changes.flag('legacy_responsive_aspect_ratio')}
      />
      <SaveBar
        changes={changes}
        saving={{
          ...saving,
          error: fieldFault(saving.errorOf)
            ? null
            : platforms.length === 0 && saving.error
              ? t('Choose at least one platform.')
              : saving.error,
        }}
      />
    </form>
  )
}

const fieldFault = (errorOf: (field: string) => string | undefined) =>
  errorOf('shelf_rank') ?? errorOf('supported_locales') ?? errorOf('blocked_locales')

function Choice({ label, ...bound }: { label: string } & ReturnType<Changes<ActivityValues>['number']>) {
  return (
    <SelectField label={label} {...bound}>
      {ORIENTATIONS.map(([state, text]) => (
        <option key={state} value={state}>
          {t(text)}
        </option>
      ))}
    </SelectField>
  )
}

function PlatformFields({ platform, changes }: { platform: string; changes: Changes<ActivityValues> }) {
  const { client_platform_config: all } = changes.values
  const shown = all[platform] ?? NEW_PLATFORM
  const name = platformName(platform)
  const set = (changed: Partial<PlatformValues>) =>
    changes.set({ client_platform_config: { ...all, [platform]: { ...shown, ...changed } } })
  return (
    <fieldset className={form.group}>
      <legend className={form.legend}>{name}</legend>
      <SelectField
        label={t('Release on {name}', { name })}
        value={shown.release_phase}
        onChange={({ target }) => set({ release_phase: target.value })}
      >
        {ACTIVITY_RELEASE_PHASES.map((phase) => (
          <option key={phase} value={phase}>
            {t(PHASES[phase])}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={t('Label on {name}', { name })}
        value={shown.label_type}
        onChange={({ target }) => set({ label_type: Number(target.value) })}
      >
        {LABELS.map(([type, text]) => (
          <option key={type} value={type}>
            {t(text)}
          </option>
        ))}
      </SelectField>
    </fieldset>
  )
}

interface PlatformValues {
  readonly release_phase: string
  readonly label_type: number
}

const NEW_PLATFORM: PlatformValues = { release_phase: ACTIVITY_RELEASE_PHASES[0], label_type: ActivityLabel.NONE }

/** The settings as the form edits them: languages as one text. */
function valuesOf(config: ActivityConfig) {
  return {
    supported_platforms: config.supported_platforms,
    client_platform_config: Object.fromEntries(
      Object.entries(config.client_platform_config).map(([platform, { release_phase, label_type }]) => [
        platform,
        { release_phase, label_type },
      ]),
    ),
    default_orientation_lock_state: config.default_orientation_lock_state,
    tablet_default_orientation_lock_state: config.tablet_default_orientation_lock_state,
    shelf_rank: config.shelf_rank,
    supported_locales: config.supported_locales.join(', '),
    blocked_locales: config.blocked_locales.join(', '),
    requires_age_gate: config.requires_age_gate,
    displays_advertisements: config.displays_advertisements,
    legacy_responsive_aspect_ratio: config.legacy_responsive_aspect_ratio,
  }
}

type ActivityValues = ReturnType<typeof valuesOf>

const codesOf = (text: string) => [...new Set(text.split(',').flatMap((one) => one.trim() || []))]

function bodyOf({ supported_locales, blocked_locales, ...changed }: Changed<ActivityValues>) {
  return {
    ...changed,
    ...(supported_locales !== undefined && { supported_locales: codesOf(supported_locales) }),
    ...(blocked_locales !== undefined && { blocked_locales: codesOf(blocked_locales) }),
  }
}
