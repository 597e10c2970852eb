import { displayName, mayActOn } from '@guildhall/client/questions'
import { AUDIT_REASON_MAX } from '@guildhall/protocol'
import type { FormEvent } from 'react'
import { DELETED_SPANS } from '../../domain/members/deleted-spans.ts'
import { closeManagedMember } from '../../domain/members/open-moderation.ts'
import { useClient } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { refusalText } from '../../lib/refusal-words.ts'
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
  const kick = refusalText(mayActOn(actor, target, 'KICK_MEMBERS'))
  const ban = refusalText(mayActOn(actor, target, 'BAN_MEMBERS'))
  const name = displayName(member.user, member)

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
          ? client.api.call('ban_user_from_guild', {
              params: { guild_id: guild.guild.id, user_id: target.userId },
              body,
              ...options,
            })
          : client.api.call('delete_guild_member', {
              params: { guild_id: guild.guild.id, user_id: target.userId },
              ...options,
            }),
      )
      .then((done) => done && closeManagedMember())
  }

  return (
    <form onSubmit={submit} aria-label={t('Removal')} className={styles.part}>
      <h3 className={form.legend}>{t('Remove from the guild')}</h3>
      {[...new Set([kick, ban])].map(
        (refusal) =>
          refusal && (
            <p key={refusal} className={styles.hint}>
              {refusal}
            </p>
          ),
      )}
      <fieldset className={form.form} disabled={kick !== null && ban !== null}>
        <TextField
          label={t('Reason for the removal')}
          name="reason"
          maxLength={AUDIT_REASON_MAX}
          hint={t('Shown in the audit log.')}
        />
        <SelectField label={t('Messages that a ban deletes')} name="span" defaultValue={0} disabled={ban !== null}>
          {DELETED_SPANS.map(([seconds, text]) => (
            <option key={seconds} value={seconds}>
              {t(text)}
            </option>
          ))}
        </SelectField>
        {saving.error && <ErrorText>{saving.error}</ErrorText>}
        <div className={styles.line}>
          <Button type="submit" value="kick" look="danger" disabled={kick !== null} busy={saving.busy}>
            {t('Kick {name}', { name })}
          </Button>
          <Button type="submit" value="ban" look="danger" disabled={ban !== null} busy={saving.busy}>
            {t('Ban {name}', { name })}
          </Button>
        </div>
      </fieldset>
    </form>
  )
}
