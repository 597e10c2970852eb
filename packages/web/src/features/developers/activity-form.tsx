import {
  ACTIVITY_RELEASE_PHASES,
  ActivityLabel,
  EMBEDDED_ACTIVITY_PLATFORMS,
  type EmbeddedActivityConfigObject,
  LOCALES,
  OrientationLockState,
} from '@guildhall/protocol'
import { type FormEvent, useState } from 'react'
import { useClient } from '../../gateway/react.tsx'
import { SelectField, SwitchField, TextField } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { SaveBar } from '../../ui/save-bar.tsx'
import { useSave } from '../../ui/use-save.ts'

export type ActivityConfig = EmbeddedActivityConfigObject

const PLATFORM_NAMES: Readonly<Record<string, string>> = { web: 'Web and desktop', ios: 'iOS', android: 'Android' }
const ORIENTATIONS = [
  [OrientationLockState.UNLOCKED, 'Not locked'],
  [OrientationLockState.PORTRAIT, 'Portrait'],
  [OrientationLockState.LANDSCAPE, 'Landscape'],
] as const
const LABELS = [
  [ActivityLabel.NONE, 'No label'],
  [ActivityLabel.NEW, 'New'],
  [ActivityLabel.UPDATED, 'Updated'],
] as const
const PHASES: Readonly<Record<string, string>> = {
  in_development: 'Test mode: in development, for its owner only',
  activities_team: 'Test mode: the team',
  employee_release: 'Test mode: the operator',
  soft_launch: 'Soft launch',
  soft_launch_multi_geo: 'Soft launch in several regions',
  global_launch: 'Released to everyone',
}

/** Edits how clients show an activity: platforms, orientation, release, place on the shelf, languages. */
export function ActivityForm({ path, config, onSaved }: { path: string; config: ActivityConfig; onSaved: () => void }) {
  const client = useClient()
  const saving = useSave()
  const [platforms, setPlatforms] = useState<readonly string[]>(config.supported_platforms)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const body = { ...changesOf(new FormData(event.currentTarget), platforms), supported_platforms: platforms }
    void saving.run(() => client.api.patch(path, body)).then((done) => done && onSaved())
  }

  return (
    <form className={form.form} onSubmit={submit}>
      <fieldset className={form.choices}>
        <legend className={form.legend}>Supported platforms</legend>
        {EMBEDDED_ACTIVITY_PLATFORMS.map((platform) => (
          <label key={platform} className={form.choice}>
            <input
              type="checkbox"
              checked={platforms.includes(platform)}
              onChange={({ target }) =>
                setPlatforms(target.checked ? [...platforms, platform] : platforms.filter((one) => one !== platform))
              }
            />
            {PLATFORM_NAMES[platform]}
          </label>
        ))}
      </fieldset>
      {platforms.map((platform) => (
        <PlatformFields key={platform} platform={platform} config={config} />
      ))}
      <Choice label="Orientation on phones" name="phone" value={config.default_orientation_lock_state} />
      <Choice label="Orientation on tablets" name="tablet" value={config.tablet_default_orientation_lock_state} />
      <TextField
        label="Shelf rank"
        name="rank"
        type="number"
        min={0}
        max={1_000_000}
        defaultValue={config.shelf_rank}
        hint="Activities with a lower rank come first on the shelf."
        error={saving.errorOf('shelf_rank')}
      />
      <TextField
        label="Supported languages"
        name="supported"
        defaultValue={config.supported_locales.join(', ')}
        hint={`Codes such as ${LOCALES.slice(0, 3).join(', ')}, separated by commas. Empty for all.`}
        error={saving.errorOf('supported_locales')}
      />
      <TextField
        label="Blocked languages"
        name="blocked"
        defaultValue={config.blocked_locales.join(', ')}
        error={saving.errorOf('blocked_locales')}
      />
      <SwitchField label="Requires an age check" name="age" defaultChecked={config.requires_age_gate} />
      <SwitchField label="Displays advertisements" name="ads" defaultChecked={config.displays_advertisements} />
      <SwitchField
        label="Keep the old aspect ratio"
        name="legacy"
        hint="The page always has the proportions 16 to 9, as activities once had."
        defaultChecked={config.legacy_responsive_aspect_ratio}
      />
      <SaveBar
        saving={{
          ...saving,
          error: fieldFault(saving.errorOf)
            ? null
            : platforms.length === 0 && saving.error
              ? 'Choose at least one platform.'
              : saving.error,
        }}
      />
    </form>
  )
}

const fieldFault = (errorOf: (field: string) => string | undefined) =>
  errorOf('shelf_rank') ?? errorOf('supported_locales') ?? errorOf('blocked_locales')

function Choice({ label, name, value }: { label: string; name: string; value: number }) {
  return (
    <SelectField label={label} name={name} defaultValue={value}>
      {ORIENTATIONS.map(([state, text]) => (
        <option key={state} value={state}>
          {text}
        </option>
      ))}
    </SelectField>
  )
}

function PlatformFields({ platform, config }: { platform: string; config: ActivityConfig }) {
  const stored = config.client_platform_config[platform]
  const name = PLATFORM_NAMES[platform] ?? platform
  return (
    <fieldset className={form.group}>
      <legend className={form.legend}>{name}</legend>
      <SelectField label={`Release on ${name}`} name={`${platform}-phase`} defaultValue={stored?.release_phase}>
        {ACTIVITY_RELEASE_PHASES.map((phase) => (
          <option key={phase} value={phase}>
            {PHASES[phase]}
          </option>
        ))}
      </SelectField>
      <SelectField label={`Label on ${name}`} name={`${platform}-label`} defaultValue={stored?.label_type ?? 0}>
        {LABELS.map(([type, text]) => (
          <option key={type} value={type}>
            {text}
          </option>
        ))}
      </SelectField>
    </fieldset>
  )
}

function changesOf(data: FormData, platforms: readonly string[]) {
  const text = (name: string) => String(data.get(name) ?? '')
  const list = (name: string) => [
    ...new Set(
      text(name)
        .split(',')
        .map((one) => one.trim())
        .filter(Boolean),
    ),
  ]
  return {
    client_platform_config: Object.fromEntries(
      platforms.map((platform) => [
        platform,
        { release_phase: text(`${platform}-phase`), label_type: Number(text(`${platform}-label`)) },
      ]),
    ),
    default_orientation_lock_state: Number(text('phone')),
    tablet_default_orientation_lock_state: Number(text('tablet')),
    shelf_rank: Number(text('rank')),
    supported_locales: list('supported'),
    blocked_locales: list('blocked'),
    requires_age_gate: data.has('age'),
    displays_advertisements: data.has('ads'),
    legacy_responsive_aspect_ratio: data.has('legacy'),
  }
}
