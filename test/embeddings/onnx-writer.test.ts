import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { createOnnxGraphWriter } from '../../src/embeddings/onnx-writer.ts';

describe('ONNX writer', () => {
  it('writes a model that ONNX Runtime runs, whatever the kind of attribute, constant and dimension', async (t) => {
    const onnx = createOnnxGraphWriter('example');
    const shape = onnx.integers([-1, 2]);
    const rows = onnx.node('Reshape', ['input', shape]);
    const turned = onnx.node('Transpose', [rows], { attributes: { perm: { ints: [1, 0] } } });
    const leaky = onnx.node('LeakyRelu', [turned], { attributes: { alpha: { float: 0.5 } } });
    const weights = onnx.constant('float32', [2, 1], Float32Array.of(10, 100));
    const scaled = onnx.node('Mul', [leaky, weights]);
    const [upper = '', lower = ''] = onnx.nodes('Split', [scaled], 2, { attributes: { axis: { int: -2 } } });
    onnx.node('Sub', [upper, lower], { output: 'output' });
    const model = onnx.build(
      [{ name: 'input', type: 'float32', shape: ['length'] }],
      [{ name: 'output', type: 'float32', shape: [1, 'rows'] }],
    );

    const session = await InferenceSession.create(model, { intraOpNumThreads: 1 });
    t.after(() => session.release());
    const { output } = await session.run({ input: new Tensor('float32', Float32Array.of(1, 2, -3, -4), [4]) });
    assert.deepEqual(output?.dims, [1, 2]);
    assert.deepEqual([...(output?.data ?? [])], [10 * 1 - 100 * 2, 10 * -1.5 - 100 * -2]);
  });
});
