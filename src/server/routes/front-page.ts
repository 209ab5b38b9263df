/** The page at `/`: what runs here and where its parts are, for a person with a browser. */
import { createHash } from 'node:crypto'
import { version } from '../../ground/version.ts'

const style = `body{font:16px/1.5 system-ui,sans-serif;max-width:42rem;margin:3rem auto;padding:0 1rem;color:#222}
code{background:#f2f2f2;padding:.1em .3em}td{padding:.15rem 1rem .15rem 0}
@media(prefers-color-scheme:dark){body{background:#181818;color:#ddd}code{background:#2a2a2a}a{color:#8bf}}`

export const frontPage = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>nearsame</title>
<style>${style}</style>
<h1>nearsame ${version}</h1>
<p>This server finds texts that are the same or nearly the same, before you insert them.</p>
<table>
<tr><td><a href="/openapi.json">/openapi.json</a><td>its API, as OpenAPI 3.1
<tr><td><a href="/v1/collections">/v1/collections</a><td>the collections
<tr><td><a href="/readyz">/readyz</a><td>whether it is ready
<tr><td><a href="/metrics">/metrics</a><td>metrics for Prometheus
</table>
<pre><code>curl -X PUT localhost:8080/v1/collections/news
curl localhost:8080/v1/collections/news/documents --json '{"id": 1, "text": "…"}'
curl localhost:8080/v1/collections/news/check --json '{"text": "…"}'</code></pre>
</html>
`

/** Forbids to load, run, frame or send anything; allows the one style by its hash. */
export const frontPagePolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')
