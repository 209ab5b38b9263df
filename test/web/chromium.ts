/** Debian's Chromium, without what asks a network. */
import { chromium } from 'playwright-core'

export const executablePath = '/usr/bin/chromium'

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export const launchChromium = () => chromium.launch({ executablePath, args })
