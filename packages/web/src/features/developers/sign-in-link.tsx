import { useState } from 'react'
import { scopeInWords } from '../../domain/consent/words.ts'
import { t } from '../../lib/language/text.ts'
import { CopyField } from '../../ui/copy-field.tsx'
import { SelectField } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { WithPreview } from '../../ui/preview.tsx'
import { Section } from '../../ui/sections.tsx'
import { ConsentPreview } from './consent-preview.tsx'
import type { SectionProps } from './section-props.ts'

/** Scopes that no installation needs, and that applications ask people for. */
const NOT_FOR_PEOPLE: ReadonlySet<string> = new Set(['bot', 'applications.commands', 'webhook.incoming'])
const GAME_SCOPES: ReadonlySet<string> = new Set(['sdk.social_layer', 'sdk.social_layer_presence', 'openid'])

/** Makes a link by which people sign in, with a preview of the page that they see. */
export function SignInLink({ application }: SectionProps) {
  const [scopes, setScopes] = useState<readonly string[]>(['identify'])
  const [redirect, setRedirect] = useState<string | null>(null)
  const uris = application.redirect_uris ?? []
  const chosen = redirect !== null && uris.includes(redirect) ? redirect : uris[0]
  const offered = [...new Set([...application.eligible_oauth2_scopes, ...GAME_SCOPES])].filter(
    (scope) => !NOT_FOR_PEOPLE.has(scope),
  )
  if (chosen === undefined) return null
  const query = new URLSearchParams({
    client_id: application.id,
    response_type: 'code',
    redirect_uri: chosen,
    scope: scopes.join(' '),
  })
  return (
    <WithPreview preview={<ConsentPreview application={application} scopes={scopes} redirect={chosen} />}>
      <Section
        title={t('Sign-in link')}
        description={t('The page at which people decide about the access of the application.')}
      >
        <fieldset className={form.choices}>
          <legend className={form.legend}>{t('Scopes')}</legend>
          {offered.map((scope) => (
            <label key={scope} className={form.choice}>
              <input
                type="checkbox"
                checked={scopes.includes(scope)}
                onChange={({ target }) =>
                  setScopes(target.checked ? [...scopes, scope] : scopes.filter((other) => other !== scope))
                }
              />
              <span>
                <code>{scope}</code> {scopeInWords(scope)}
              </span>
            </label>
          ))}
        </fieldset>
        <SelectField label={t('Return to')} value={chosen} onChange={({ target }) => setRedirect(target.value)}>
          {uris.map((uri) => (
            <option key={uri} value={uri}>
              {uri}
            </option>
          ))}
        </SelectField>
        <CopyField label={t('Authorization link')} value={`${location.origin}/oauth2/authorize?${query}`} />
      </Section>
    </WithPreview>
  )
}
