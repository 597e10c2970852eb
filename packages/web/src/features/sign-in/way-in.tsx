import { useState } from 'react'
import { OneTimeLink } from './one-time-link.tsx'
import { ProviderReturn } from './provider-return.tsx'

/** The page `/sign-in`: a one-time link leads here, and the way back from an identity provider. */
export function WayIn() {
  const [given] = useState(() => new URLSearchParams(location.hash.slice(1)))
  return given.has('code') || given.has('error') ? <ProviderReturn given={given} /> : <OneTimeLink />
}
