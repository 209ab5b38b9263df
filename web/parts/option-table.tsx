/** The options of a run or a collection, each with its value. */
import { Wide } from './wide.tsx'

export function OptionTable({ options }: { readonly options: object }) {
  return (
    <Wide label="Table of options">
      <table>
        <tbody>
          {Object.entries(options).map(([name, value]) => (
            <tr key={name}>
              <th scope="row" class="one-line">
                <code>{name}</code>
              </th>
              <td>
                <code>{typeof value === 'string' ? value : JSON.stringify(value)}</code>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Wide>
  )
}
