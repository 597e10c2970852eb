import { Permission } from '@guildhall/protocol'
import type { FormEvent } from 'react'
import { DELETED_SPANS } from '../../domain/members/deleted-spans.ts'
import { closeManagedMember } from '../../domain/members/open-moderation.ts'
import { useClient } from '../../gateway/react.tsx'
import { displayName } from '../../gateway/selectors.ts'
import { whyNotActOn } from '../../lib/hierarchy.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorText, SelectField, TextField } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { useSave } from '../../ui/use-save.ts'
import styles from './member-dialog.module.css'
import type { MemberParts } from './member-parts.ts'

/** Kick and ban, each with a reason. */
export function Removal({ guild, member, actor, target }: MemberParts) {
  const client = useClient()
  const saving = useSave()
  const kick = whyNotActOn(actor, target, { bit: Permission.KICK_MEMBERS, name: 'Kick Members' })
  const ban = whyNotActOn(actor, target, { bit: Permission.BAN_MEMBERS, name: 'Ban Members' })
  const name = displayName(member.user, member)
  const base = `/guilds/${guild.guild.id}`

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const values = new FormData(event.currentTarget)
    const reason = String(values.get('reason'))
    const options = reason ? { reason } : {}
    const bans = (event.nativeEvent as SubmitEvent).submitter?.getAttribute('value') === 'ban'
    const body = { delete_message_seconds: Number(values.get('span') ?? 0) }
    void saving
      .run(() =>
        bans
          ? client.api.put(`${base}/bans/${target.userId}`, body, options)
          : client.api.delete(`${base}/members/${target.userId}`, options),
      )
      .then((done) => done && closeManagedMember())
  }

  return (
    <form onSubmit={submit} aria-label="Removal" className={styles.part}>
      <h3 className={form.legend}>Remove from the guild</h3>
      {[...new Set([kick, ban])].map(
        (refusal) =>
          refusal && (
            <p key={refusal} className={styles.hint}>
              {refusal}
            </p>
          ),
      )}
      <fieldset className={form.form} disabled={kick !== null && ban !== null}>
        <TextField label="Reason for the removal" name="reason" maxLength={512} hint="Shown in the audit log." />
        <SelectField label="Messages that a ban deletes" name="span" defaultValue={0} disabled={ban !== null}>
          {DELETED_SPANS.map(([seconds, text]) => (
            <option key={seconds} value={seconds}>
              {text}
            </option>
          ))}
        </SelectField>
        {saving.error && <ErrorText>{saving.error}</ErrorText>}
        <div className={styles.line}>
          <Button type="submit" value="kick" look="danger" disabled={kick !== null} busy={saving.busy}>
            Kick {name}
          </Button>
          <Button type="submit" value="ban" look="danger" disabled={ban !== null} busy={saving.busy}>
            Ban {name}
          </Button>
        </div>
      </fieldset>
    </form>
  )
}
