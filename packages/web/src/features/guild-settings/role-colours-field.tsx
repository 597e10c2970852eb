import type { RoleColorsObject } from '@guildhall/protocol'
import { t } from '../../lib/language/text.ts'
import { HOLOGRAPHIC, hexOf, numberOf } from '../../lib/role-colours.ts'
import { ErrorText, Field, SelectField } from '../../ui/field.tsx'
import { RoleName } from '../../ui/role-name.tsx'
import styles from './roles.module.css'

/** Colours as a person chooses them. */
export interface ColourChoice {
  readonly style: 'none' | 'solid' | 'gradient' | 'holographic'
  readonly first: string
  readonly second: string
}

/** Returns the choice that fits the colours of a role. */
export function choiceOf({ primary_color, secondary_color, tertiary_color }: RoleColorsObject): ColourChoice {
  const style =
    tertiary_color !== null
      ? 'holographic'
      : secondary_color !== null
        ? 'gradient'
        : primary_color === 0
          ? 'none'
          : 'solid'
  return {
    style,
    first: hexOf(primary_color || 0x3b8f80),
    second: hexOf(secondary_color ?? 0x8a6fd1),
  }
}

/** Returns the colours of a role for a choice. */
export function coloursOfChoice({ style, first, second }: ColourChoice): RoleColorsObject {
  if (style === 'holographic') return HOLOGRAPHIC
  return {
    primary_color: style === 'none' ? 0 : numberOf(first),
    secondary_color: style === 'gradient' ? numberOf(second) : null,
    tertiary_color: null,
  }
}

/** The colours of a role with a preview. The app changes their lightness, so that names stay readable. */
export function RoleColours(props: {
  name: string
  choice: ColourChoice
  /** Whether the guild has gradients. */
  gradients: boolean
  error: string | undefined
  onChange: (choice: ColourChoice) => void
}) {
  const { name, choice, gradients, error, onChange } = props
  const colours = coloursOfChoice(choice)
  return (
    <>
      <SelectField
        label={t('Colour')}
        value={choice.style}
        onChange={({ target }) => onChange({ ...choice, style: target.value as ColourChoice['style'] })}
        hint={gradients ? undefined : t('Gradients need the feature ENHANCED_ROLE_COLORS of the guild.')}
      >
        <option value="none">{t('None')}</option>
        <option value="solid">{t('One colour')}</option>
        <option value="gradient" disabled={!gradients}>
          {t('Gradient')}
        </option>
        <option value="holographic" disabled={!gradients}>
          {t('Holographic')}
        </option>
      </SelectField>
      <div className={styles.colours}>
        {(choice.style === 'solid' || choice.style === 'gradient') && (
          <ColourInput
            label={t('First colour')}
            value={choice.first}
            onChange={(first) => onChange({ ...choice, first })}
          />
        )}
        {choice.style === 'gradient' && (
          <ColourInput
            label={t('Second colour')}
            value={choice.second}
            onChange={(second) => onChange({ ...choice, second })}
          />
        )}
        <p className={styles.preview}>
          <RoleName colours={choice.style === 'none' ? null : colours}>{name}</RoleName>
        </p>
      </div>
      {error && <ErrorText>{error}</ErrorText>}
    </>
  )
}

function ColourInput(props: { label: string; value: string; onChange: (value: string) => void }) {
  return (
    <Field label={props.label}>
      {(control) => (
        <input
          {...control}
          type="color"
          className={styles.colour}
          value={props.value}
          onChange={({ target }) => props.onChange(target.value)}
        />
      )}
    </Field>
  )
}
