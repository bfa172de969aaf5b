import type { Json } from '../entities.ts';

/** An element that a person can press or fill in, and the block it stands in. */
export interface InteractiveElement {
  readonly blockId: string;
  readonly element: Json;
  /** Set for an input's element: whether it may stay empty. */
  readonly optional?: boolean;
  /** Whether changing it tells the app at once; always so outside inputs. */
  readonly dispatches: boolean;
}

/** Every interactive element of blocks, in reading order. */
export function interactiveElements(blocks: readonly object[]): InteractiveElement[] {
  return blocks.flatMap((each) => {
    const block: Json = { ...each };
    const blockId = String(block.block_id ?? '');
    const plain = (elements: unknown) => asList(elements).map((element) => ({ blockId, element, dispatches: true }));
    switch (block.type) {
      case 'actions':
      case 'context_actions':
        return plain(block.elements);
      case 'section':
        return plain([block.accessory]).filter(({ element }) => element.type !== 'image');
      case 'card':
        return plain(block.actions);
      case 'carousel':
        return asList(block.elements).flatMap((card) => plain(card.actions));
      case 'container':
        return interactiveElements(asList(block.child_blocks));
      case 'input':
        return asList([block.element]).map((element) => ({
          ...{ blockId, element, optional: block.optional === true },
          dispatches: block.dispatch_action === true,
        }));
      default:
        return [];
    }
  });
}

/** The blocks with the ids that Slack adds where the app gave none. */
export function withIds(blocks: readonly Json[], nextId: (prefix: string) => string): readonly Json[] {
  const named = (value: unknown): unknown =>
    asList([value]).map((element) =>
      element.type === 'image' || element.action_id !== undefined ? element : { ...element, action_id: nextId('a') },
    )[0] ?? value;
  const all = (value: unknown) => (Array.isArray(value) ? value.map(named) : value);
  return blocks.map((block) => ({
    ...block,
    block_id: block.block_id ?? nextId('b'),
    ...(['actions', 'context_actions'].includes(String(block.type)) && { elements: all(block.elements) }),
    ...(block.accessory !== undefined && { accessory: named(block.accessory) }),
    ...(block.element !== undefined && { element: named(block.element) }),
    ...(block.actions !== undefined && { actions: all(block.actions) }),
    ...(block.type === 'carousel' && { elements: withIds(asList(block.elements), nextId) }),
    ...(block.type === 'container' && { child_blocks: withIds(asList(block.child_blocks), nextId) }),
  }));
}

function asList(value: unknown): Json[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'object' && each !== null) : [];
}
