import { AddressPart } from './address-part.tsx'
import { DataPart } from './data-part.tsx'
import { EndPart } from './end-part.tsx'
import { PasswordPart } from './password-part.tsx'
import { ProvidersPart } from './providers-part.tsx'
import { FactorsPart } from './second-factors/factors-part.tsx'

/** The ways in which the person signs in. */
export function AccountSection() {
  return (
    <>
      <PasswordPart />
      <AddressPart />
      <FactorsPart />
      <ProvidersPart />
      <DataPart />
      <EndPart />
    </>
  )
}
