import { render } from 'preact'

render(<p>report</p>, document.getElementById('root') as HTMLElement)
