import {
  type ApplicationCommandObject,
  type ApplicationObject,
  type CommandOptionObject,
  type CommandParameterObject,
  CommandType,
  OptionType,
} from '@guildhall/protocol'
import { useState } from 'react'
import { t } from '../../lib/language/text.ts'
import { permissionsInWords } from '../../lib/permission-words.ts'
import { AppIcon } from '../../ui/app-icon.tsx'
import { SelectField } from '../../ui/field.tsx'
import { Row, Rows, Section } from '../../ui/sections.tsx'
import styles from './command-preview.module.css'
import { commandTitle, commandType, inLanguage, languagesOf, optionInWords, placesInWords } from './command-words.ts'

/** Facts about a command: its permissions, places and options. */
export function CommandDetails({ command }: { command: ApplicationCommandObject }) {
  const { id, type, default_member_permissions: bits, contexts, nsfw, options = [] } = command
  const needed = bits === null ? [] : permissionsInWords(BigInt(bits))
  return (
    <Section title={commandTitle(command)} description={commandType(type)}>
      <dl className={styles.facts}>
        <dt>{t('Command ID')}</dt>
        <dd>{id}</dd>
        <dt>{t('Permissions that members need')}</dt>
        <dd>
          {bits === null
            ? t('none')
            : bits === '0'
              ? t('Administrator only')
              : needed.map(({ name }) => name).join(', ')}
        </dd>
        <dt>{t('Can be used in')}</dt>
        <dd>{placesInWords(contexts)}</dd>
        {nsfw && (
          <>
            <dt>{t('Age restriction')}</dt>
            <dd>{t('in age-restricted channels only')}</dd>
          </>
        )}
      </dl>
      {options.length > 0 && <Options options={options} />}
    </Section>
  )
}

function Options({ options }: { options: readonly CommandOptionObject[] }) {
  return (
    <Rows>
      {options.map((option) => (
        <Row
          key={option.name}
          title={
            <>
              {option.name} <span className={styles.type}>{optionInWords(option)}</span>
            </>
          }
          detail={
            <>
              {option.description}
              {option.choices && (
                <p>{t('Choices: {choices}', { choices: option.choices.map(({ name }) => name).join(', ') })}</p>
              )}
              {option.options && option.options.length > 0 && <Options options={option.options} />}
            </>
          }
        />
      ))}
    </Rows>
  )
}

/** A command as the picker and the message box show it, in any of its languages. */
export function CommandPreview(props: {
  application: Pick<ApplicationObject, 'id' | 'name' | 'icon'>
  command: ApplicationCommandObject
}) {
  const { application, command } = props
  const languages = languagesOf(command)
  const [locale, setLocale] = useState('')
  const lines =
    command.type === CommandType.CHAT_INPUT
      ? usesOf(command, locale)
      : [{ name: inLanguage(command, locale).name, description: '', options: [] }]
  return (
    <>
      {languages.length > 0 && (
        <SelectField label={t('Language')} value={locale} onChange={({ target }) => setLocale(target.value)}>
          <option value="">{t('As registered')}</option>
          {languages.map((language) => (
            <option key={language} value={language}>
              {language}
            </option>
          ))}
        </SelectField>
      )}
      <ul className={styles.lines}>
        {lines.map(({ name, description, options }) => (
          <li key={name} className={styles.line}>
            <AppIcon application={application} />
            <div>
              <p className={styles.name}>
                {name}
                {options.map((option) => (
                  <span key={option.name} className={styles.option} data-required={option.required}>
                    {inLanguage(option, locale).name}
                  </span>
                ))}
              </p>
              {description && <p className={styles.type}>{description}</p>}
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}

interface Use {
  readonly name: string
  readonly description: string
  readonly options: readonly CommandParameterObject[]
}

/** Returns each form in which a slash command is used: its subcommands, or itself. */
function usesOf(command: ApplicationCommandObject, locale: string): Use[] {
  const root = inLanguage(command, locale)
  const uses = (prefix: string, description: string, options: readonly CommandOptionObject[]): Use[] => {
    const nested = options.filter(
      ({ type }) => type === OptionType.SUB_COMMAND || type === OptionType.SUB_COMMAND_GROUP,
    )
    if (nested.length === 0) return [{ name: prefix, description, options }]
    return nested.flatMap((option) => {
      const texts = inLanguage(option, locale)
      return uses(`${prefix} ${texts.name}`, texts.description, option.options ?? [])
    })
  }
  return uses(`/${root.name}`, root.description, command.options ?? [])
}
