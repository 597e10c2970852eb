import { Permission } from '@guildhall/protocol'
import type { FormEvent } from 'react'
import { useClient } from '../../gateway/react.tsx'
import { whyNotActOn } from '../../lib/hierarchy.ts'
import { guildPermissions } from '../../lib/permissions.ts'
import { fullTime } from '../../lib/time.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { useSave } from '../../ui/use-save.ts'
import styles from './member-dialog.module.css'
import type { MemberParts } from './member-parts.ts'

const LENGTHS: readonly (readonly [seconds: number, text: string])[] = [
  [60, '1 minute'],
  [300, '5 minutes'],
  [600, '10 minutes'],
  [3_600, '1 hour'],
  [86_400, '1 day'],
  [604_800, '1 week'],
]

/** A pause in which a member reads only. */
export function Timeout({ guild, member, actor, target }: MemberParts) {
  const client = useClient()
  const saving = useSave()
  const until = member.communication_disabled_until
  const timed = until !== null && Date.parse(until) > Date.now()
  const refusal =
    whyNotActOn(actor, target, { bit: Permission.MODERATE_MEMBERS, name: 'Moderate Members' }) ??
    (isAdministrator({ guild, member }) ? 'Administrators cannot be timed out.' : null)

  function set(until: string | null, reason: string) {
    const path = `/guilds/${guild.guild.id}/members/${target.userId}`
    const options = reason ? { reason } : {}
    void saving.run(() => client.api.patch(path, { communication_disabled_until: until }, options))
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const values = new FormData(event.currentTarget)
    set(new Date(Date.now() + Number(values.get('length')) * 1000).toISOString(), String(values.get('reason')))
  }

  return (
    <form onSubmit={submit} aria-label="Timeout" className={styles.part}>
      <h3 className={form.legend}>Timeout</h3>
      {timed && <p className={styles.hint}>This member cannot write until {fullTime(until)}.</p>}
      {refusal && <p className={styles.hint}>{refusal}</p>}
      <fieldset className={form.form} disabled={refusal !== null}>
        <SelectField label="Length" name="length" defaultValue={600} error={saving.error ?? undefined}>
          {LENGTHS.map(([seconds, text]) => (
            <option key={seconds} value={seconds}>
              {text}
            </option>
          ))}
        </SelectField>
        <TextField label="Reason for the timeout" name="reason" maxLength={512} hint="Shown in the audit log." />
        <div className={styles.line}>
          <Button type="submit" busy={saving.busy}>
            Time out
          </Button>
          {timed && <Button onClick={() => set(null, '')}>End timeout</Button>}
        </div>
      </fieldset>
    </form>
  )
}

function isAdministrator({ guild, member }: Pick<MemberParts, 'guild' | 'member'>): boolean {
  const permissions = guildPermissions({ ...guild, member: { userId: member.user.id, roles: member.roles } })
  return (permissions & Permission.ADMINISTRATOR) !== 0n
}
