import { guildPermissions, mayTimeOut, memberFacts } from '@guildhall/client/questions'
import { AUDIT_REASON_MAX } from '@guildhall/protocol'
import type { FormEvent } from 'react'
import { useClient, useClientState } from '../../gateway/react.tsx'
import { type Message, msg, t } from '../../lib/language/text.ts'
import { refusalText } from '../../lib/refusal-words.ts'
import { fullTime } from '../../lib/time.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { useSave } from '../../ui/use-save.ts'
import styles from './member-dialog.module.css'
import type { MemberParts } from './member-parts.ts'

const LENGTHS: readonly (readonly [seconds: number, text: Message])[] = [
  [60, msg('1 minute')],
  [300, msg('5 minutes')],
  [600, msg('10 minutes')],
  [3_600, msg('1 hour')],
  [86_400, msg('1 day')],
  [604_800, msg('1 week')],
]

/** A pause in which a member reads only. */
export function Timeout({ guild, member, actor, target }: MemberParts) {
  const client = useClient()
  const saving = useSave()
  const until = member.communication_disabled_until
  const timed = until !== null && Date.parse(until) > Date.now()
  const now = useClientState((state) => state.now)
  const permissions = guildPermissions(guild, memberFacts(target.userId, member), now)
  const refusal = refusalText(mayTimeOut(actor, { ...target, permissions }))

  function set(until: string | null, reason: string) {
    const options = reason ? { reason } : {}
    void saving.run(() =>
      client.api.call('update_guild_member', {
        params: { guild_id: guild.guild.id, user_id: target.userId },
        body: { communication_disabled_until: until },
        ...options,
      }),
    )
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const values = new FormData(event.currentTarget)
    set(new Date(Date.now() + Number(values.get('length')) * 1000).toISOString(), String(values.get('reason')))
  }

  return (
    <form onSubmit={submit} aria-label={t('Timeout')} className={styles.part}>
      <h3 className={form.legend}>{t('Timeout')}</h3>
      {timed && <p className={styles.hint}>{t('This member cannot write until {time}.', { time: fullTime(until) })}</p>}
      {refusal && <p className={styles.hint}>{refusal}</p>}
      <fieldset className={form.form} disabled={refusal !== null}>
        <SelectField label={t('Length')} name="length" defaultValue={600} error={saving.error ?? undefined}>
          {LENGTHS.map(([seconds, text]) => (
            <option key={seconds} value={seconds}>
              {t(text)}
            </option>
          ))}
        </SelectField>
        <TextField
          label={t('Reason for the timeout')}
          name="reason"
          maxLength={AUDIT_REASON_MAX}
          hint={t('Shown in the audit log.')}
        />
        <div className={styles.line}>
          <Button type="submit" busy={saving.busy}>
            {t('Time out')}
          </Button>
          {timed && <Button onClick={() => set(null, '')}>{t('End timeout')}</Button>}
        </div>
      </fieldset>
    </form>
  )
}
