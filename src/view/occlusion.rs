//! Ambient occlusion of a single model: darkens its hollows like the wash of a miniature painter.

use bevy::math::{IVec3, Vec3};

use super::mesh::MeshData;

/// Number of voxels along the longest side of the model.
const FIELDS: f32 = 26.0;

/// Darkens the vertices that the model itself occludes. `strength` 0 does nothing, 1 turns fully
/// occluded vertices black. Everything below y = 0 counts as solid.
pub fn wash(mesh: &mut MeshData, strength: f32) {
    let Some((lo, hi)) = mesh.bounds() else { return };
    let field = ((hi - lo).max_element() / FIELDS).max(0.01);
    let grid = Grid::new(mesh, lo, hi, field);
    let rays = directions();
    let light: Vec<f32> = mesh
        .positions
        .iter()
        .zip(&mesh.normals)
        .map(|(p, n)| {
            let from = *p + *n * field * 1.3;
            let mut open = 0.0;
            let mut all = 0.0;
            for ray in &rays {
                let weight = ray.dot(*n);
                if weight <= 0.15 {
                    continue;
                }
                all += weight;
                let hit = (1..=6).find(|i| grid.full(from + *ray * (field * *i as f32 * 0.9)));
                // Near occluders shade more than distant ones.
                open += weight * hit.map_or(1.0, |i| i as f32 / 9.0);
            }
            if all > 0.0 { open / all } else { 1.0 }
        })
        .collect();
    for (i, open) in light.into_iter().enumerate() {
        if mesh.sun[i] >= 0.0 {
            let factor = 1.0 - strength * (1.0 - open);
            let c = mesh.colors[i];
            mesh.colors[i] = (c.truncate() * factor).extend(c.w);
        }
    }
}

fn directions() -> Vec<Vec3> {
    let mut list = Vec::new();
    for x in -1..=1 {
        for y in -1..=1 {
            for z in -1..=1 {
                list.extend(Vec3::new(x as f32, y as f32, z as f32).try_normalize());
            }
        }
    }
    list
}

/// Voxels that contain a surface.
struct Grid {
    lo: Vec3,
    size: IVec3,
    field: f32,
    full: Vec<bool>,
}

impl Grid {
    fn new(mesh: &MeshData, lo: Vec3, hi: Vec3, field: f32) -> Self {
        let size = ((hi - lo) / field).as_ivec3() + IVec3::ONE;
        let mut grid =
            Self { lo, size, field, full: vec![false; (size.x * size.y * size.z) as usize] };
        for t in mesh.indices.chunks_exact(3) {
            let [a, b, c] = [t[0], t[1], t[2]].map(|i| mesh.positions[i as usize]);
            let long = (b - a).length().max((c - a).length()).max((c - b).length());
            let steps = ((long / field).ceil() as i32).clamp(1, 60);
            for i in 0..=steps {
                for j in 0..=steps - i {
                    let (u, v) = (i as f32 / steps as f32, j as f32 / steps as f32);
                    grid.mark(a + (b - a) * u + (c - a) * v);
                }
            }
        }
        grid
    }

    fn slot(&self, p: Vec3) -> Option<usize> {
        let f = ((p - self.lo) / self.field).floor().as_ivec3();
        let inside = f.cmpge(IVec3::ZERO).all() && f.cmplt(self.size).all();
        inside.then(|| ((f.z * self.size.y + f.y) * self.size.x + f.x) as usize)
    }

    fn mark(&mut self, p: Vec3) {
        if let Some(i) = self.slot(p) {
            self.full[i] = true;
        }
    }

    fn full(&self, p: Vec3) -> bool {
        p.y < 0.0 || self.slot(p).is_some_and(|i| self.full[i])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::Paint;
    use crate::shapes::block;

    #[test]
    fn the_gap_between_two_blocks_is_darker_than_their_outer_faces() {
        let mut m = MeshData::new();
        for x in [-0.35, 0.35] {
            block(
                &mut m,
                Vec3::new(x, 0.5, 0.0),
                Vec3::new(0.3, 0.5, 0.5),
                0.0,
                Paint::plain(Vec3::ONE),
            );
        }
        wash(&mut m, 0.8);
        let mean = |toward: f32| {
            let faces = m.positions.iter().zip(&m.normals).zip(&m.colors);
            let of: Vec<f32> = faces
                .filter(|((p, n), _)| p.x < 0.0 && n.x * toward > 0.9)
                .map(|(_, c)| c.x)
                .collect();
            of.iter().sum::<f32>() / of.len() as f32
        };
        assert!(mean(1.0) < 0.75 * mean(-1.0), "{} {}", mean(1.0), mean(-1.0));
    }
}
