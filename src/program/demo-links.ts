import type { INestApplicationContext } from '@nestjs/common';
import type { Demo } from '../demo/seed-demo.service.js';
import { DemoPeopleService } from '../platform/people/demo-people.service.js';
import type { Environment } from '../runtime/config/environment.js';

/** A link that signs in to the panel, with the name of the demo person. */
export interface DemoLink {
  name: string;
  url: string;
}

/** Links that sign in to the panel as demo persons. Only with the embedded database, because any other database may contain real data. */
export function demoLinks({ embedded, panel }: Environment, app: INestApplicationContext, demo: Demo | null): DemoLink[] {
  if (!demo || !embedded || !panel.enabled) return [];
  const people = app.get(DemoPeopleService, { strict: false });
  const persons = [
    { name: 'Demo owner', email: 'owner@demo.example', partnerId: demo.partnerId, role: 'owner' },
    { name: 'Demo staff', email: 'staff@demo.example', partnerId: null, role: 'admin' },
  ] as const;
  return persons.map((person) => ({ name: person.name, url: `${panel.url}${people.add(person)}` }));
}
