import { useState } from 'react';
import { Button, Choices, Form, Grid, Opens, Select } from '../ui/controls.ts';
import { switchMotion } from '../ui/navigation.ts';
import { Badge, Bar, Card, Empty, Facts, Figures, Legend, Page, When } from '../ui/parts.tsx';
import { say } from '../ui/toast.tsx';

const COLORS = 'ground card raised line edge text muted accent soft tint good calm warn bad'.split(' ');
const SIZES = 'xs sm md lg xl'.split(' ');
const PEOPLE = ['Ada Stein', 'Ben Roth', 'Cora Vogt'].map((name, at) => ({ id: name, name, clicks: 1_200 * at }));
const CITIES = 'Berlin Bremen Dresden Essen Hamburg Hanover Kiel Leipzig Munich Rostock'.split(' ');

/** Every part that screens are made of, in one place: to look at in both themes and at every width. */
const up = <small className="up">+8 %</small>;
const down = <small className="down">-3 %</small>;

export function Design() {
  const [one, setOne] = useState('Hamburg');
  const [mistakes, setMistakes] = useState<Record<string, string[]>>({});
  return (
    <Page
      title="Design"
      lead="The parts that screens are made of. Colours, sizes and spaces are tokens in style.css."
      actions={
        <>
          <Button text="Button" act={() => say('Saved')} />
          <Button text="Main" className="main" act={() => say('Saved')} />
          <Button text="Quiet" className="quiet" act={() => say('Saved')} />
          <Button text="Danger" className="danger" act={() => say('Deleted')} />
          <Button text="Motion on or off" act={switchMotion} />
          <Opens text="Dialog" title="A dialog">
            {() => <p>It closes with Escape.</p>}
          </Opens>
          <Choices label="Menu" choices={[{ text: 'Duplicate' }, { text: 'Delete …', isDanger: true }]} />
        </>
      }
    >
      <Card title="Colours">
        <div className="swatches">
          {COLORS.map((name) => (
            <div key={name}>
              <div className="swatch" style={{ background: `var(--${name})` }} />
              <small>{name}</small>
            </div>
          ))}
        </div>
      </Card>
      <div className="columns">
        <Card title="Type">
          {SIZES.map((size) => (
            <p key={size} style={{ fontSize: `var(--t-${size})` }}>
              {size}: 986 people get it
            </p>
          ))}
          <code>code</code>
        </Card>
        <Card title="States">
          <div className="actions">
            {['draft', 'running', 'sent', 'held', 'failed'].map((value) => (
              <Badge key={value} value={value} />
            ))}
          </div>
          <Bar of={{ delivered: 61, sent: 20, failed: 4, held: 15 }} total={100} label="61 of 100 delivered" />
          <Legend of={[['delivered', 'Delivered', 61]]} />
          <Facts of={[['Began', <When key="" at={new Date(Date.now() - 90_000).toISOString()} />]]} />
        </Card>
      </div>
      <Figures
        of={[
          ['Sent', '12,408', up],
          ['Clicked', '1,022', down],
        ]}
      />
      <Card title="Forms">
        <Form
          change={{ busy: false, fields: mistakes }}
          button="Save"
          onSend={() => setMistakes({ email: ['is not an e-mail address.'] })}
          fields={[
            { name: 'name', label: 'Name', hint: 'A hint says what is meant.' },
            { name: 'email', label: 'E-mail', kind: 'email', value: 'ada@' },
            [
              { name: 'hours', label: 'Hours', kind: 'week', value: '{"Mon":{"start":"09:00","end":"17:00"}}' },
              { name: 'few', label: 'One of few', options: ['now', 'later'] },
            ],
            [
              { name: 'many', label: 'Some of many', options: CITIES, multiple: true, value: ['Kiel'] },
              { name: 'days', label: 'Some of few', options: CITIES.slice(0, 4), multiple: true },
            ],
          ]}
        />
        <Select label="One of many" value={one} of={CITIES} onChange={setOne} />
      </Card>
      <Grid
        label="People"
        rows={PEOPLE}
        columns={[
          { header: 'Person', cell: ({ name }) => <strong>{name}</strong> },
          { header: 'Clicks', isNumber: true, cell: ({ clicks }) => clicks.toLocaleString() },
        ]}
      />
      <Empty title="Nothing yet">
        <p>An empty state says what to do.</p>
      </Empty>
    </Page>
  );
}
