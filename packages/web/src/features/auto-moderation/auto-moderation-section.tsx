import { type AutoModerationRuleObject, AutoModerationTrigger } from '@guildhall/protocol'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { messageOf } from '../../api/client.ts'
import type { SectionProps } from '../../domain/guilds/section.ts'
import { useClient } from '../../gateway/react.tsx'
import { useRefetchOn } from '../../gateway/use-refetch.ts'
import { t } from '../../lib/language/text.ts'
import { DeleteButton } from '../../ui/delete-button.tsx'
import { ErrorText } from '../../ui/field.tsx'
import { InstantSwitch } from '../../ui/instant-switch.tsx'
import { Row, Rows, Section } from '../../ui/sections.tsx'
import { useSave } from '../../ui/use-save.ts'
import styles from './auto-moderation.module.css'
import { RuleEditor } from './rule-editor.tsx'
import { actionWords, newRuleForm, ruleFormOf, TRIGGERS, triggerName } from './rule-form.ts'

const EVENTS = ['AUTO_MODERATION_RULE_CREATE', 'AUTO_MODERATION_RULE_UPDATE', 'AUTO_MODERATION_RULE_DELETE'] as const
/** A guild has several rules with keywords, and one of each other trigger. */
const KEYWORD_RULES_MAX = 6
const NEW = 'new-'

/** Rules of automatic moderation. `open` is the id of a rule, or `new-` and a trigger type. */
export function AutoModerationSection({ guildId, open }: SectionProps) {
  const client = useClient()
  useRefetchOn(EVENTS, guildId, 'auto-moderation')
  const { data: rules, error } = useQuery({
    queryKey: ['auto-moderation', guildId],
    queryFn: () => client.api.call('list_auto_moderation_rules', { params: { guild_id: guildId } }),
  })
  // A refetch that fails does not close the form of a rule.
  if (!rules) return error ? <ErrorText>{messageOf(error)}</ErrorText> : <p role="status">{t('Loading…')}</p>
  const rule = rules.find(({ id }) => id === open)
  if (rule) return <RuleEditor key={rule.id} guildId={guildId} rule={rule} start={ruleFormOf(rule)} />
  const trigger = open.startsWith(NEW) ? Number(open.slice(NEW.length)) : 0
  if (TRIGGERS.some(([type]) => type === trigger))
    return <RuleEditor key={open} guildId={guildId} rule={null} start={newRuleForm(trigger)} />
  return (
    <Section title={t('Auto moderation')} description={t('Rules check messages and profiles before others see them.')}>
      {rules.length === 0 ? (
        <p>{t('No rules yet. Add one below.')}</p>
      ) : (
        <Rows>
          {rules.map((rule) => (
            <RuleRow key={rule.id} rule={rule} />
          ))}
        </Rows>
      )}
      <NewRules guildId={guildId} rules={rules} />
    </Section>
  )
}

function RuleRow({ rule }: { rule: AutoModerationRuleObject }) {
  const client = useClient()
  const queries = useQueryClient()
  const saving = useSave()
  const { id, guild_id: guildId, name, enabled } = rule
  const enable = (next: boolean) =>
    saving.run(async () => {
      await client.api.call('update_auto_moderation_rule', {
        params: { guild_id: guildId, rule_id: id },
        body: { enabled: next },
      })
      await queries.invalidateQueries({ queryKey: ['auto-moderation', guildId] })
    })
  return (
    <Row
      title={
        <Link to="/guilds/$guildId/settings/$" params={{ guildId, _splat: `auto-moderation/${id}` }}>
          {name}
        </Link>
      }
      detail={
        <>
          {triggerName(rule.trigger_type)}: {actionWords(rule)}
          {saving.error && <ErrorText>{saving.error}</ErrorText>}
        </>
      }
    >
      <InstantSwitch
        label={t('switch|On')}
        aria-label={t('{name} is on', { name })}
        checked={enabled}
        onSave={enable}
      />
      <DeleteButton
        name={name}
        note={t('Messages are not checked by it any more.')}
        onDelete={() => client.api.call('delete_auto_moderation_rule', { params: { guild_id: guildId, rule_id: id } })}
      />
    </Row>
  )
}

function NewRules({ guildId, rules }: { guildId: string; rules: readonly AutoModerationRuleObject[] }) {
  const maxOf = (trigger: number) => (trigger === AutoModerationTrigger.KEYWORD ? KEYWORD_RULES_MAX : 1)
  const free = TRIGGERS.filter(
    ([trigger]) => rules.filter(({ trigger_type }) => trigger_type === trigger).length < maxOf(trigger),
  )
  if (free.length === 0) return null
  return (
    <nav aria-label={t('New rule')}>
      <h3 className={styles.heading}>{t('New rule')}</h3>
      <ul className={styles.triggers}>
        {free.map(([trigger, name]) => (
          <li key={trigger}>
            <Link
              to="/guilds/$guildId/settings/$"
              params={{ guildId, _splat: `auto-moderation/${NEW}${trigger}` }}
              className={styles.trigger ?? ''}
            >
              {t(name)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
