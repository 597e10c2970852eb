import { Permission } from '@guildhall/protocol'
import { type FormEvent, useState } from 'react'
import { TextField } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { SaveBar } from '../../ui/save-bar.tsx'
import { Section } from '../../ui/sections.tsx'
import { useSave } from '../../ui/use-save.ts'
import { permissionsInWords } from '../oauth2/words.ts'
import { CopyField } from './copy-field.tsx'
import { useEditApplication } from './queries.ts'
import type { SectionProps } from './section-props.ts'

const ALL = permissionsInWords(Object.values(Permission).reduce((all, bit) => all | bit, 0n))

/** Contexts in which an application is installed, its install link and the permissions of its bot. */
export function InstallSection({ application }: SectionProps) {
  const edit = useEditApplication(application.id)
  const saving = useSave()
  const config = application.integration_types_config ?? {}
  const params = config['0']?.oauth2_install_params
  const [contexts, setContexts] = useState({ guild: '0' in config, user: '1' in config })
  const [permissions, setPermissions] = useState(BigInt(params?.permissions ?? '0'))

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const custom = String(new FormData(event.currentTarget).get('custom')).trim()
    const guildParams = { scopes: ['applications.commands', 'bot'], permissions: permissions.toString() }
    void saving.run(() =>
      edit({
        custom_install_url: custom || null,
        integration_types_config: {
          ...(contexts.guild ? { '0': { oauth2_install_params: guildParams } } : {}),
          ...(contexts.user
            ? { '1': { oauth2_install_params: { scopes: ['applications.commands'], permissions: '0' } } }
            : {}),
        },
      }),
    )
  }

  return (
    <Section title="Installation">
      <CopyField label="Install link" value={`${location.origin}/oauth2/authorize?client_id=${application.id}`} />
      <form className={form.form} onSubmit={submit}>
        <fieldset className={form.choices}>
          <legend className={form.legend}>Contexts</legend>
          <label className={form.choice}>
            <input
              type="checkbox"
              checked={contexts.guild}
              onChange={({ target }) => setContexts({ ...contexts, guild: target.checked })}
            />
            Guilds
          </label>
          <label className={form.choice}>
            <input
              type="checkbox"
              checked={contexts.user}
              onChange={({ target }) => setContexts({ ...contexts, user: target.checked })}
            />
            People’s accounts
          </label>
        </fieldset>
        <details>
          <summary>Permissions of the bot in a guild</summary>
          <fieldset className={form.choices}>
            <legend className="visually-hidden">Permissions</legend>
            {ALL.map(({ name, bit }) => (
              <label key={name} className={form.choice}>
                <input
                  type="checkbox"
                  checked={(permissions & bit) !== 0n}
                  onChange={({ target }) => setPermissions(target.checked ? permissions | bit : permissions & ~bit)}
                />
                {name}
              </label>
            ))}
          </fieldset>
        </details>
        <TextField
          label="Custom install URL"
          name="custom"
          defaultValue={application.custom_install_url ?? ''}
          error={saving.errorOf('custom_install_url')}
        />
        <SaveBar saving={saving} />
      </form>
    </Section>
  )
}
